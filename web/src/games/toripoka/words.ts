/** Words of Toripoka's board. */

export const say = {
  fold: 'Fold',
  foldOf: (prize: string): string => `Fold at the ${prize.toLowerCase()}`,
  foldNow: 'Yes, fold',
  keep: 'Keep playing',
}
