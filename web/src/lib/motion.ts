/** How long things move, in milliseconds: not at all for who prefers that. */

const still = matchMedia('(prefers-reduced-motion: reduce)')

export const quick = (): number => (still.matches ? 0 : 180)
