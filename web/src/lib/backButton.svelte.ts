/** Makes a drawer an entry in the browser's history, so that Back closes it instead of leaving the table. Call it while a component
 * is being set up. */
export function backCloses(isOpen: () => boolean, close: () => void): void {
  let stepping = false // going back over that entry takes a moment
  const onStep = (): boolean => history.state?.drawer === true

  function keepStep(): void {
    const open = isOpen()
    if (stepping || open === onStep()) return
    if (open) return history.pushState({ drawer: true }, '')
    stepping = true
    history.back()
  }

  function stepped(): void {
    if (!stepping && !onStep()) close()
    stepping = false
    keepStep()
  }

  $effect(keepStep)
  $effect(() => {
    addEventListener('popstate', stepped)
    return () => removeEventListener('popstate', stepped)
  })
}
