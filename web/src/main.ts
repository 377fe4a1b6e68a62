import './fonts.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'

// Only where the browser allows one; everything works without it.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator)
  addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {}))

// public/old.js takes the place away in a browser that is too old.
const target = document.getElementById('page')
if (target) mount(App, { target })
