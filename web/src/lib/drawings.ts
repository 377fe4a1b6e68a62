/** Drawings of cards for what moves over the table. */

import { mount, unmount } from 'svelte'
import Card from '../parts/Card.svelte'
import type { ZoneItem } from './zones'

const drawings = new Map<string, Element>()

/** A copy of the card's drawing; each is made once. */
export function draw(item: ZoneItem, small: boolean): Element {
  const key = JSON.stringify([item, small])
  let drawing = drawings.get(key)
  if (!drawing) {
    const desk = document.createElement('div')
    const card = mount(Card, { target: desk, props: { item, small } })
    drawing = desk.firstElementChild!.cloneNode(true) as Element
    void unmount(card)
    drawings.set(key, drawing)
  }
  return drawing.cloneNode(true) as Element
}
