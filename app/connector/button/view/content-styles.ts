/** Styles of tabs, facts, accounts, requests and help. The colours are defined in ../styles.ts. */
import { css } from "lit"

export const contentStyles = css`
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  .body:focus-visible {
    outline-offset: -2px;
  }
  .foot {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    justify-content: space-between;
    flex-wrap: wrap;
    padding: 0.5rem 1rem;
    border-top: 1px solid var(--_line);
  }
  small,
  dt {
    color: var(--_ink-2);
  }
  small {
    font-size: 0.8125rem;
  }
  .label,
  b {
    font-weight: 600;
  }
  .mono {
    font-family: var(--connect-mono-font, ui-monospace, monospace);
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  .plain:disabled {
    border-color: var(--_line);
    background: var(--_sunken);
    color: var(--_ink-2);
    cursor: not-allowed;
  }
  .link {
    min-height: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_primary);
    text-align: start;
    text-decoration: underline;
  }
  .links {
    display: grid;
    gap: 0.5rem;
  }
  @media (pointer: coarse) {
    .requests a {
      display: inline-flex;
      align-items: center;
    }
    .requests a,
    .links .link,
    .foot .link {
      min-height: 2.75rem;
      min-width: 2.75rem;
    }
  }

  .tabs {
    display: flex;
    gap: 1.5rem;
    padding-inline: 1rem;
    border-bottom: 1px solid var(--_line);
    font-weight: 500;
  }
  .tabs button {
    min-height: 2.75rem;
    padding: 0.7rem 0;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--_ink-2);
  }
  .tabs button:hover {
    color: var(--_ink);
    border-color: var(--_line);
  }
  .tabs button[aria-selected="true"] {
    color: var(--_ink);
    border-color: var(--_primary);
  }
  .tabs button:focus-visible {
    outline-offset: -2px;
  }
  .count {
    display: inline-block;
    min-width: 1.35rem;
    margin-inline-start: 0.25rem;
    padding: 0 0.35rem;
    border-radius: 99rem;
    outline: 1px solid var(--_needs);
    background: var(--_needs-soft);
    color: var(--_needs);
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.35rem;
    text-align: center;
  }

  .facts > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
    padding-block: 0.45rem;
    border-bottom: 1px solid var(--_line);
  }
  .facts > div:last-child {
    border: 0;
  }
  .facts dd {
    margin-inline-start: auto;
    overflow-wrap: anywhere;
  }
  .accounts {
    display: grid;
    gap: 0.5rem;
  }
  .accounts li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 0.75rem;
    align-items: center;
    padding: 0.5rem 0.75rem;
    border-radius: 4px;
    background: var(--_sunken);
  }
  .seal {
    --hue: 0;
    width: 1.75rem;
    height: 1.75rem;
    color: oklch(from light-dark(#45526b, #b9c4d8) l 0.1 var(--hue));
  }
  .seal circle {
    fill: none;
    stroke: currentColor;
  }
  .seal text {
    fill: currentColor;
    font-family: var(--connect-heading-font, inherit);
    font-size: 17px;
    font-weight: 600;
    text-anchor: middle;
  }
  [data-hue="1"] { --hue: 30; }
  [data-hue="2"] { --hue: 60; }
  [data-hue="3"] { --hue: 90; }
  [data-hue="4"] { --hue: 120; }
  [data-hue="5"] { --hue: 150; }
  [data-hue="6"] { --hue: 180; }
  [data-hue="7"] { --hue: 210; }
  [data-hue="8"] { --hue: 240; }
  [data-hue="9"] { --hue: 270; }
  [data-hue="10"] { --hue: 300; }
  [data-hue="11"] { --hue: 330; }

  .requests li {
    display: grid;
    grid-template-columns: 1.5rem minmax(0, 1fr) auto;
    gap: 0 0.75rem;
    padding-block: 0.75rem;
    border-bottom: 1px solid var(--_line);
  }
  .requests li:first-child {
    padding-top: 0;
  }
  .requests li:last-child {
    padding-bottom: 0;
    border: 0;
  }
  .requests small {
    grid-column: 2 / -1;
    overflow-wrap: anywhere;
  }
  .requests .quiet {
    margin-block: -0.4rem;
  }
  .mark {
    padding-top: 0.15rem;
  }
  [data-tone="needs"] { color: var(--_needs); }
  [data-tone="warn"] { color: var(--_warn); }
  [data-tone="ok"] { color: var(--_ok); }
  [data-tone="bad"] { color: var(--_bad); }
  [data-status="fail"] .words { color: var(--_bad); }
  .help {
    display: grid;
    gap: 0.5rem;
    padding: 0.75rem 1rem;
    border-inline-start: 3px solid var(--_needs);
    background: var(--_needs-soft);
  }
  .help ul {
    display: grid;
    gap: 0.25rem;
    padding-inline-start: 1.25rem;
    list-style: disc;
  }
`
