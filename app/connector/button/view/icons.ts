/** Line icons on a 24 grid. Shown next to words, so they are hidden from screen readers. */
import { html, type TemplateResult } from "lit"

const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${path} /></svg>`

export const icons = {
  check: icon("m5 12.5 4.5 4.5L19 7.5"),
  cross: icon("m6.5 6.5 11 11m0-11-11 11"),
  alert: icon("M12 4 2.8 19.5h18.4zM12 10v4.5m0 2.2v.3"),
  clock: icon("M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7v5.2l3.2 2"),
  pause: icon("M9 6v12m6-12v12"),
  down: icon("m6 9.5 6 6 6-6"),
  outside: icon("M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v5H5V7.5h5"),
  copy: icon("M9 9h10.5v10.5H9zM6 15H4.5V4.5H15V6"),
  key: icon("M4 15.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0M11 12.5l8-8m-3 3 2.5 2.5")
} as const

export const spinner = html`<span class="spinner" aria-hidden="true"></span>`
