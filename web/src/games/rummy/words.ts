/** What only the rummies say. */

export const say = {
  contract: (needs: string): string => `Your contract: ${needs}. Prepare it here; nobody else sees it.`,
  tray: (tray: number, need: string, cards: number, size: number, good: boolean, put: boolean): string =>
    `${put ? 'Put it into tray' : 'Tray'} ${tray}: ${need}, ${cards}${size ? ` of ${size}` : ''} cards${good ? ', ready' : ''}`,
  takeBack: (card: string): string => `Take ${card} back`,
  jokerIs: 'The joker stands for',
  asItFits: (card: string): string => `(${card})`,
  putInTray: 'Put it into a tray, or where it lights up.',
  tapCards: 'Tap the cards of this tray. Tap it again when done.',
  prepare: 'Prepare your melds here: tap a card, then a tray.',
  going: 'Not complete yet.',
  ready: 'All there. You may go down.',
  readyAfter: 'All there: first you need a card.',
  readyWait: 'All there: wait for your turn.',
  clear: 'Clear',
  goDown: 'Go down',
  offer: 'A discard on offer',
}
