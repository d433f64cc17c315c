/** Which page is shown: the part of the address after `#`, so that any path may lead here. */

export type Page =
  | { page: 'lobby' }
  | { page: 'setup' | 'rules'; game: string }
  | { page: 'table'; id: string }
  | { page: 'deal'; name: string }
  | { page: 'record' }

export function pageOf(hash: string): Page {
  const [page, rest] = hash.replace(/^#\/?/, '').split('/', 2).map(decodeURIComponent)
  if (rest) {
    if (page === 'setup' || page === 'rules') return { page, game: rest }
    if (page === 'table') return { page, id: rest }
    if (page === 'deal') return { page, name: rest }
  }
  return page === 'record' ? { page } : { page: 'lobby' }
}

class Route {
  now: Page = $state.raw(pageOf(location.hash))

  constructor() {
    addEventListener('hashchange', () => (this.now = pageOf(location.hash)))
  }
}

export const route = new Route()

export const go = (path: string): void => {
  location.hash = `#/${path}`
}
