/**
 * Styles of the button. They are self-contained, with light and dark variants chosen by the element's `mode`. Defaults:
 * blue and light (docs/connector.md).
 */
import { css } from "lit"

export const buttonStyles = css`
  :host {
    color-scheme: light;
    --_ink: light-dark(#16202e, #eef1f5);
    --_ink-2: light-dark(#4a5565, #aeb8c6);
    --_line: light-dark(#d9d6ce, #2b3542);
    --_control: light-dark(#7c8594, #7f8a9a);
    --_surface: light-dark(#fff, #171e28);
    --_sunken: light-dark(#f2f0ea, #0b1016);
    --_primary: light-dark(#1d4ed8, #8fb1ff);
    --_primary-soft: light-dark(#eef2fd, #1b2740);
    --_needs: light-dark(#8a5a00, #f0b445);
    --_needs-soft: light-dark(#fbf3e1, #2a2314);
    --_ok: light-dark(#146c43, #5fd39a);
    --_warn: light-dark(#8a4b00, #f2b56b);
    --_bad: light-dark(#b3261e, #ff9a90);
    --_background: light-dark(#1d4ed8, #8fb1ff);
    --_background-hover: light-dark(#1a3fa8, #b3caff);
    --_border: transparent;
    --_text: light-dark(#fff, #0b1b45);
    display: inline-block;
    vertical-align: middle;
    width: var(--connect-width, auto);
    color: var(--_ink);
    font-size: 0.875rem;
    line-height: 1.45;
  }
  :host([mode="dark"]) {
    color-scheme: dark;
  }
  :host([hidden]) {
    display: none;
  }
  :host([fullwidth]) {
    display: block;
    width: 100%;
  }
  :host([theme="black"]) {
    --_background: #000;
    --_background-hover: #3e3e3e;
    --_border: light-dark(#000, #7f8a9a);
    --_text: #fff;
  }
  :host([theme="white"]),
  :host([theme="white-with-outline"]) {
    --_background: #fff;
    --_background-hover: #f4f5f9;
    --_text: #16202e;
  }
  :host([theme="white-with-outline"]) {
    --_border: #16202e;
  }
  :host([theme="custom"]) {
    --_background: var(--connect-background, #1d4ed8);
    --_background-hover: var(--connect-background-hover, var(--_background));
    --_border: var(--connect-border-color, transparent);
    --_text: var(--connect-text-color, #fff);
  }

  * {
    box-sizing: border-box;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  button:focus-visible,
  [tabindex="0"]:focus-visible {
    outline: 2px solid var(--_primary);
    outline-offset: 2px;
  }

  .connect {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5rem;
    width: 100%;
    min-width: var(--connect-min-width, 8.25rem);
    min-height: var(--connect-height, 2.75rem);
    padding: 0.4rem 1rem;
    border: 0;
    border-radius: var(--connect-radius, 4px);
    background: var(--_background);
    color: var(--_text);
    box-shadow: inset 0 0 0 1px var(--_border);
    font-weight: 600;
    white-space: nowrap;
    transition: background 120ms;
  }
  .connect:hover {
    background: var(--_background-hover);
  }
  :host([connected]) #button {
    background: var(--_surface);
    color: var(--_ink);
    box-shadow: inset 0 0 0 1px var(--_control);
    padding-inline: 0.6rem 0.9rem;
  }
  :host([connected]) #button:hover {
    background: var(--_sunken);
  }
  :host([status="success"]) #button {
    background: var(--_ok);
    color: var(--_surface);
    box-shadow: none;
  }
  :host([status="error"]) #button {
    background: var(--_bad);
    color: var(--_surface);
    box-shadow: none;
  }
  :host #button[data-compact] {
    min-width: 0;
    padding-inline: 0;
  }
  [data-compact] .text {
    display: none;
  }
  .text {
    overflow: hidden;
    text-overflow: ellipsis;
    max-width: 16rem;
  }

  .icon {
    width: 1.25em;
    height: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .spinner {
    display: inline-block;
    width: 1.15em;
    height: 1.15em;
    flex: none;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .avatar {
    display: inline-grid;
    place-items: center;
    width: 1.75rem;
    height: 1.75rem;
    flex: none;
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_sunken);
    color: var(--_ink-2);
    font-size: 0.6875rem;
    font-weight: 600;
    line-height: 1;
    object-fit: cover;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (prefers-reduced-motion: reduce) {
    .connect {
      transition: none;
    }
    .spinner {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .connect {
      border: 1px solid ButtonText;
    }
  }
`
