/** A short tone when it is one's turn; made here, so nothing is loaded. */

let context: AudioContext | null = null

export function chime(): void {
  context ??= new AudioContext()
  const start = context.currentTime
  for (const [index, pitch] of [523, 784].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start + index * 0.12)
    volume.gain.exponentialRampToValueAtTime(0.15, start + index * 0.12 + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + index * 0.12 + 0.25)
    tone.connect(volume).connect(context.destination)
    tone.start(start + index * 0.12)
    tone.stop(start + index * 0.12 + 0.3)
  }
}
