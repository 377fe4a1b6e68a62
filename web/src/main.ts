import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/fraunces/wght.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'

// Only where the browser allows one; everything works without it.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator)
  addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {}))

mount(App, { target: document.getElementById('page')! })
