/** Every word that people read on the page, by the place where it stands. Sentences about a game come from the server. */

export const words = {
  settings: {
    title: 'How it looks, sounds and plays here',
    kept: 'Kept on this device only.',
  },
}
