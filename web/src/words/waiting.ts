/** Waiting for others: notifications, nudges. */

export const tellMe = {
  label: 'Tell me when it’s my turn',
  about: 'This device shows a notification, even while Parlour is closed.',
  on: 'This device will tell you.',
  off: 'This device won’t tell you.',
  why: {
    insecure: 'This needs a link that begins with https. Ask your host for one.',
    home: 'Add Parlour to your Home Screen first: tap Share, then “Add to Home Screen”, and open it from there.',
    unable: 'This browser can’t show notifications from web pages.',
    blocked: 'Notifications from Parlour are blocked. Allow them in this browser’s settings, then try again.',
    dropped: 'This device no longer gets notifications about this table. Turn them on again if you want them.',
    failed: 'Your browser’s push service didn’t answer. Please try again later.',
  },
}

export const nudge = { nudge: (name: string): string => `Nudge ${name}` }
