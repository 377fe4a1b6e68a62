/** Words of Yammouth's board. */

export const say = {
  first: 'went first', // as the server says it
  firstSign: '1st',
  holds: (count: number): string => (count === 1 ? '1 card, face down' : `${count} cards, face down`),
  change: 'this round ',
  total: ', total ',
}
