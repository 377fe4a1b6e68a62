import * as api from './api'

/** What links for others begin with, for a component: the server's public address, and until it is known our own. */
export function linkBase(): () => string {
  let base = $state(location.origin)
  $effect(() => {
    api.serverLink().then(
      ({ link }) => (base = link),
      () => {}, // the page was reached by its own address, so others may reach it too
    )
  })
  return () => base
}
