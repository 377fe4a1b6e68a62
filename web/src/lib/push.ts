import * as api from './api'
import { sha256, toHex, utf8 } from './sha256'

/** Notifications for this device, through the browser's push service. */

export type Hindrance = 'insecure' | 'home' | 'unable' | 'blocked'

/** Why this device can't be told, if it can't. Safari on iPhones and iPads has push only for pages on the Home Screen. */
export function hindrance(): Hindrance | null {
  if (!isSecureContext) return 'insecure'
  const apple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  const installed = (navigator as { standalone?: boolean }).standalone // on the Home Screen already
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return apple && !installed ? 'home' : 'unable'
  return Notification.permission === 'denied' ? 'blocked' : null
}

const bytes = (key: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
const text = (data: ArrayBuffer | null): string => btoa(String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer()))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** What the server knows a device by. */
const device = (subscription: PushSubscription): string => toHex(sha256(utf8(subscription.endpoint))).slice(0, 32)

async function existing(): Promise<PushSubscription | null> {
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null
}

const ASKED = 'parlour told' // where the codes of the tables are kept at which this device asked
const MOST = 100

/** Whether this device asked to be told about the table. If it is not told, the server has dropped it since. */
export function hasAsked(code: string): boolean {
  return codes().includes(code)
}

function codes(): string[] {
  try {
    return JSON.parse(localStorage.getItem(ASKED) ?? '[]') as string[]
  } catch {
    return [] // Storage may be forbidden.
  }
}

function note(code: string, asked: boolean): void {
  try {
    localStorage.setItem(ASKED, JSON.stringify([...(asked ? [code] : []), ...codes().filter((one) => one !== code)].slice(0, MOST)))
  } catch {
    // Then nobody is told why it ended.
  }
}

/** Whether this device is told about the table. */
export async function isTold(code: string): Promise<boolean> {
  const subscription = hindrance() ? null : await existing()
  return !!subscription && (await api.telling(code, device(subscription))).on
}

/** Asks the person and the push service, then tells the server. Call it after a tap. */
export async function tellMe(code: string): Promise<Hindrance | 'failed' | null> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { key } = await api.telling(code)
  let subscription: PushSubscription | null
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { pushManager } = await navigator.serviceWorker.ready
    subscription = await pushManager.getSubscription()
    if (subscription && (hasAsked(code) || text(subscription.options.applicationServerKey) !== key)) {
      await subscription.unsubscribe() // it no longer works, or belongs to another server at this address
      subscription = null
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  } catch {
    return 'failed'
  }
  const { endpoint } = subscription
  await api.tellMe(code, { endpoint, p256dh: text(subscription.getKey('p256dh')), auth: text(subscription.getKey('auth')) })
  note(code, true)
  return null
}

export async function stopTelling(code: string): Promise<void> {
  const subscription = await existing()
  if (subscription) await api.stopTelling(code, device(subscription))
  note(code, false)
}

/** Takes away the notifications about a table that is being looked at. */
export async function dismiss(code: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications?.({ tag: code })) ?? []) shown.close()
}
