/** Words of Yammouth's board. */

export const say = {
  holds: (count: number): string => (count === 1 ? '1 card, face down' : `${count} cards, face down`),
  change: 'this round ',
  total: ', total ',
}
