import type Drawer from '../table/Drawer.svelte'
import { load } from './load'

/** The drawer of a table, loaded as soon as the table is shown. It must open in the same moment as the table behind it becomes
 * inert, or nobody would know where the focus was. */
export class DrawerPart {
  component: typeof Drawer | null = $state.raw(null)
  failed = $state(false)

  constructor() {
    load(() => import('../table/Drawer.svelte')).then(
      (part) => (this.component = part.default),
      () => (this.failed = true),
    )
  }
}
