/** Styles of the popover, its parts and its buttons. The colours are defined in ../styles.ts. */
import { css } from "lit"

export const popoverStyles = css`
  #popover {
    position: fixed;
    inset: auto;
    z-index: 1000;
    width: min(22.5rem, calc(100vw - 1rem));
    margin: 0;
    padding: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_control);
    border-radius: 8px;
    background: var(--_surface);
    color: var(--_ink);
    box-shadow:
      0 1px 2px light-dark(rgb(22 32 46 / 0.1), rgb(0 0 0 / 0.5)),
      0 12px 32px light-dark(rgb(22 32 46 / 0.14), rgb(0 0 0 / 0.55));
    text-align: start;
    white-space: normal;
  }
  #popover:not([data-open]) {
    display: none;
  }
  #popover:focus {
    outline: none;
  }
  #popover[data-sheet] {
    inset: auto 0 0 0;
    width: 100%;
    max-height: 85vh;
    border-width: 1px 0 0;
    border-radius: 1rem 1rem 0 0;
  }
  #popover[data-sheet]::before {
    content: "";
    display: block;
    width: 2.5rem;
    height: 4px;
    margin: 0.5rem auto 0;
    border-radius: 2px;
    background: var(--_control);
  }
  #popover::backdrop {
    background: none;
  }
  #popover[data-sheet]::backdrop {
    background: light-dark(rgb(22 32 46 / 0.45), rgb(4 7 11 / 0.7));
  }

  h2,
  p {
    margin: 0;
    padding: 0;
  }
  h2 {
    font-family: var(--connect-heading-font, inherit);
    font-size: 1.25rem;
    font-weight: 600;
    line-height: 1.2;
  }
  .name {
    font-family: inherit;
    font-size: inherit;
    line-height: inherit;
  }
  .head,
  .row {
    display: flex;
    align-items: center;
    gap: 0.75rem;
  }
  .row {
    gap: 0.4rem;
  }
  .head {
    padding: 1rem;
  }
  .head > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .push,
  .close {
    margin-inline-start: auto;
  }
  .push {
    flex: none;
  }
  .push + .close {
    margin-inline-start: 0;
  }
  ::slotted([slot="menu"]) {
    padding: 0.5rem 1rem;
    border-block: 1px solid var(--_line);
  }
  .body ::slotted([slot="menu"]) {
    padding-inline: 0;
  }
  .body {
    display: grid;
    gap: 1rem;
    padding: 1rem;
  }
  .body > * {
    min-width: 0;
  }
  /* Roughly the height of the contents, so that a sheet at the bottom hardly moves when they have loaded. */
  [data-awaited] {
    min-height: 18rem;
  }
  .muted {
    color: var(--_ink-2);
  }
  .muted + .muted {
    margin-block-start: 0.5rem;
  }

  .plain,
  .quiet {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.75rem;
    border: 1px solid var(--_control);
    border-radius: 4px;
    background: var(--_surface);
    font-weight: 500;
  }
  .plain:hover {
    border-color: var(--_ink);
    background: var(--_sunken);
  }
  .quiet {
    border-color: transparent;
    background: none;
    color: var(--_primary);
  }
  .quiet:hover {
    background: var(--_primary-soft);
  }
  .icon-only {
    min-width: 2.25rem;
    padding: 0;
  }
  @media (pointer: coarse) {
    .plain,
    .quiet {
      min-height: 2.75rem;
      min-width: 2.75rem;
    }
  }
`
