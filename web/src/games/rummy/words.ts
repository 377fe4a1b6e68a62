/** Words of the boards of Torpedo and Progressive. */

export const say = {
  contract: (needs: string): string => `This round asks for: ${needs}. Get them ready here. Nobody else sees.`,
  tray: (tray: number, need: string, cards: number, size: number, good: boolean, put: boolean): string =>
    `${put ? 'Put it in tray' : 'Tray'} ${tray}: ${need}, ${cards}${size ? ` of ${size}` : ''} cards${good ? ', ready' : ''}`,
  takeBack: (card: string): string => `Take ${card} back`,
  jokerIs: 'The joker stands for',
  asItFits: (card: string): string => `(${card})`,
  putInTray: 'Put it in a tray, or where it lights up.',
  tapCards: 'Tap cards for this tray. Tap it again when you’re done.',
  prepare: 'Get your melds ready here: tap a card, then a tray.',
  going: 'Not complete yet.',
  ready: 'All set. You can lay down.',
  readyAfter: 'All set. Draw a card first.',
  readyWait: 'All set. Wait for your turn.',
  clear: 'Clear',
  goDown: 'Lay down',
  offer: 'A discard on offer',
}
