/** Card faces drawn as paths, so that no font can change their look: ranks as strokes in a box of
 * 10 x 14, suits as shapes in a box of 24 x 24. */

export const GLYPHS: Record<string, { width: number; path: string }> = {
  '2': { width: 10, path: 'M1.2 4.3A3.9 3.7 0 0 1 8.9 4.4C8.9 7.2 1.2 9.8 1 13H9.2' },
  '3': { width: 10, path: 'M1.3 1H8.5L5 5.6A3.8 3.7 0 1 1 1 11.2' },
  '4': { width: 10, path: 'M7 13V1L.8 9.6H9.6' },
  '5': { width: 10, path: 'M8.6 1H2.3L1.6 6.2C2.6 5.4 3.7 5.1 4.8 5.1A4 3.95 0 1 1 1 11.3' },
  '6': { width: 10, path: 'M7.6 1C3.6 3.3 1.2 6.2 1.2 9.2A3.8 3.8 0 1 0 8.8 9.2A3.8 3.8 0 0 0 1.6 7.6' },
  '7': { width: 10, path: 'M1 1H9L4 13' },
  '8': { width: 10, path: 'M5 6.5A2.85 2.75 0 1 1 5 1A2.85 2.75 0 1 1 5 6.5A3.7 3.25 0 1 0 5 13A3.7 3.25 0 1 0 5 6.5' },
  '9': { width: 10, path: 'M2.4 13C6.4 10.7 8.8 7.8 8.8 4.8A3.8 3.8 0 1 0 1.2 4.8A3.8 3.8 0 0 0 8.4 6.4' },
  T: { width: 12, path: 'M.6 3.4L2.8 1V13M5.6 7A2.9 6 0 1 1 11.4 7A2.9 6 0 1 1 5.6 7' },
  J: { width: 9, path: 'M7.4 1V9.4A3.1 3.3 0 0 1 1 9.8' },
  Q: { width: 10, path: 'M5 1A4 6 0 1 0 5 13A4 6 0 1 0 5 1M5.8 9.6L9.2 13.6' },
  K: { width: 10, path: 'M1.5 1V13M8.8 1L1.6 8.2M4 6L9.2 13' },
  A: { width: 10, path: 'M.8 13L5 1L9.2 13M2.4 9H7.6' },
  В: { width: 10, path: 'M1.5 6.6H5.4A3.2 3.2 0 0 1 5.4 13H1.5V1H5A2.8 2.8 0 0 1 5 6.6' },
  Д: { width: 10.5, path: 'M.8 14V11.6H9.8V14M2 11.6C3.5 8.5 3.7 4.5 3.7 1H8.2V11.6' },
  Т: { width: 10, path: 'M.8 1H9.2M5 1V13' },
}

export const SHAPES: Record<string, string> = {
  h: 'M12 21.5C5 16 1.5 12.3 1.5 8A5.2 5.2 0 0 1 12 6.2A5.2 5.2 0 0 1 22.5 8C22.5 12.3 19 16 12 21.5Z',
  d: 'M12 1.5L20.5 12L12 22.5L3.5 12Z',
  s: 'M12 1.5C18 7.5 22.3 11 22.3 15A4.7 4.7 0 0 1 13.4 17.2C13.5 19.6 14.3 21.3 16.3 22.3H7.7C9.7 21.3 10.5 19.6 10.6 17.2A4.7 4.7 0 0 1 1.7 15C1.7 11 6 7.5 12 1.5Z',
  c: 'M12 1.5A4.7 4.7 0 0 1 15.6 9.3A4.7 4.7 0 1 1 13.3 16.3C13.4 19.3 14.3 21.3 16.3 22.3H7.7C9.7 21.3 10.6 19.3 10.7 16.3A4.7 4.7 0 1 1 8.4 9.3A4.7 4.7 0 0 1 12 1.5Z',
}

/** What sits over the big suit of a court card: a crown, a coronet, a feather. */
export const COURTS: Record<string, string> = {
  K: 'M0 10L-1 1.5L4 5L8 0L12 5L17 1.5L16 10Z',
  Q: 'M1 10L-.5 3.5C3 6 5 5 8 1C11 5 13 6 16.5 3.5L15 10Z',
  J: 'M2 10C0 4 6 .5 15 1.5C12 3 13 4.5 10 5.5C11 7 8 8 14 10Z',
}

export const STAR = 'M12 1.5L15 9H22.8L16.5 13.7L18.9 21.5L12 16.8L5.1 21.5L7.5 13.7L1.2 9H9Z'
