/** What a table looks like. */

import type { CardBack, BackEmblem, Felt } from '../lib/wire'

export const decor = {
  title: 'Felt and card backs',
  here: 'Everybody at this table sees it.',
  circle: 'New tables in this circle look like this.',
  saved: 'Saved. New tables in this circle look like this.',
  felt: 'Felt',
  felts: [
    ['moss', 'Moss'],
    ['wine', 'Wine'],
    ['dusk', 'Dusk'],
  ] as [Felt, string][],
  back: 'Card backs',
  backs: [
    ['leaves', 'Leaves'],
    ['lattice', 'Lattice'],
    ['waves', 'Waves'],
  ] as [CardBack, string][],
  crest: 'On the backs',
  crests: [
    ['', 'Nothing'],
    ['initials', 'Initials'],
    ['leaf', 'Leaf'],
    ['star', 'Star'],
    ['moon', 'Moon'],
    ['anchor', 'Anchor'],
    ['key', 'Key'],
    ['bell', 'Bell'],
    ['feather', 'Feather'],
    ['wave', 'Wave'],
  ] as [BackEmblem | 'initials', string][],
  initials: 'Up to three letters',
}
