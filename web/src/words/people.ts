/** People at a table who react, look on or are away. */

export const emotes = {
  label: 'React',
  names: { wave: 'Wave', clap: 'Applaud', heart: 'Send a heart', laugh: 'Laugh', gasp: 'Gasp', think: 'Ponder' },
  said: {
    wave: (name: string): string => `${name} waves.`,
    clap: (name: string): string => `${name} applauds.`,
    heart: (name: string): string => `${name} sends a heart.`,
    laugh: (name: string): string => `${name} laughs.`,
    gasp: (name: string): string => `${name} gasps.`,
    think: (name: string): string => `${name} ponders.`,
  },
  yours: { wave: 'You wave.', clap: 'You applaud.', heart: 'You send a heart.', laugh: 'You laugh.', gasp: 'You gasp.', think: 'You ponder.' },
}

export const standIn = {
  minutes: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  whole: (name: string, left: string): string => `${name} is away. A bot plays in ${left}.`,
  brief: (left: string): string => `bot in ${left}`,
}
