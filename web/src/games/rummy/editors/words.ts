/** Words for editing a family's own rounds. */

const cards = (count: number): string => `${count} ${count === 1 ? 'card' : 'cards'}`

export const say = {
  about: 'Change the cards dealt and what to lay down. Everything you don’t change stays as written.',
  list: 'Rounds',
  round: (number: number): string => `Round ${number}`,
  dealt: (count: number): string => `${count} cards dealt`,
  dealtIn: (number: number): string => `Cards dealt in round ${number}`,
  fewerDealt: (number: number): string => `Deal one fewer card in round ${number}`,
  moreDealt: (number: number): string => `Deal one more card in round ${number}`,
  meld: (word: string, size: number): string => `${word} of ${size}`,
  meldIn: (word: string, size: number, number: number): string => `A ${word} of ${size} in round ${number}`,
  smaller: (word: string, size: number, number: number): string => `Make the ${word} of ${size} in round ${number} smaller`,
  larger: (word: string, size: number, number: number): string => `Make the ${word} of ${size} in round ${number} larger`,
  removeMeld: (word: string, size: number, number: number): string => `Remove the ${word} of ${size} from round ${number}`,
  add: (word: string): string => `Add a ${word}`,
  addTo: (word: string, number: number): string => `Add a ${word} to round ${number}`,
  removeRound: (number: number): string => `Remove round ${number}`,
  remove: 'Remove',
  addRound: 'Add a round',
  buys: (needed: number): string => `This takes ${needed} cards, so players have to buy.`,
  now: (number: number, dealt: number, melds: string[]): string => `Round ${number}: ${cards(dealt)} dealt, ${melds.join(', ')}.`,
  removed: (number: number, left: number): string => `Round ${number} removed. ${left === 1 ? 'One round is' : `${left} rounds are`} left.`,
  unreadable: (text: string): string => `We can’t read the rounds “${text}”. Here are the rounds as written.`,
}
