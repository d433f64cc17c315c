/** The record that was chosen in the lobby, on its way to the viewer. */

export const upload: { text: string } = $state({ text: '' })
