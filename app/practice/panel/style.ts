/** Styles of the practice wallet's panel. It follows the page's colour scheme. */
export const panelStyle = `
* { box-sizing: border-box; margin: 0; }
section {
  --ink: light-dark(#16202e, #eef1f5);
  --ink-2: light-dark(#4a5565, #aeb8c6);
  --line: light-dark(#7c8594, #7f8a9a);
  --surface: light-dark(#fff, #171e28);
  --sunken: light-dark(#f2f0ea, #0b1016);
  --primary: light-dark(#1d4ed8, #8fb1ff);
  --on-primary: light-dark(#fff, #0b1b45);
  --mark: light-dark(#8a5a00, #f0b445);
  --mark-soft: light-dark(#fbf3e1, #2a2314);
  --bad: light-dark(#b3261e, #ff9a90);
  position: fixed; inset: auto auto 1rem 1rem; z-index: 1000;
  width: min(22rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); overflow-y: auto;
  padding: 0 1rem 1rem; border: 2px solid var(--mark); border-radius: 8px;
  background: var(--surface); color: var(--ink); font-size: 0.875rem; line-height: 1.45;
}
section:focus { outline: none; }
section > *, form > * { margin-top: 0.75rem; }
.mark {
  margin: 0 -1rem; padding: 0.25rem 1rem;
  background: var(--mark-soft); color: var(--mark); font-weight: 600;
}
h2 { font-size: 1rem; line-height: 1.3; overflow-wrap: anywhere; }
ul { padding-inline-start: 1.25rem; }
li { padding-block: 0.15rem; }
fieldset { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 4px; }
legend, label { font-weight: 600; }
.choice { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; cursor: pointer; }
.choice input { width: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--primary); }
.choice b, .choice small { display: block; }
small, .note { color: var(--ink-2); font-weight: 400; font-size: 0.8125rem; }
.address { display: flex; align-items: center; gap: 0.5rem; padding-block: 0.25rem; }
.address code {
  flex: 1; padding: 0.25rem 0.5rem; border-radius: 4px; background: var(--sunken);
  font-size: 0.75rem; overflow-wrap: anywhere; user-select: all;
}
.field { display: grid; gap: 0.25rem; padding-block: 0.25rem; }
.field input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem;
  border: 1px solid var(--line); border-radius: 4px; background: var(--surface); color: inherit; font: inherit;
}
summary { min-height: 2.75rem; padding-block: 0.6rem; cursor: pointer; font-weight: 600; }
pre { max-height: 12rem; overflow: auto; padding: 0.5rem; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
.problem { color: var(--bad); font-weight: 500; }
.problem:empty { display: none; }
.acts { display: flex; justify-content: end; gap: 0.75rem; }
button {
  min-height: 2.75rem; padding: 0.4rem 1rem; border: 1px solid var(--line); border-radius: 4px;
  background: var(--surface); color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}
button[data-kind="primary"] { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
button:disabled { border-color: var(--line); background: var(--sunken); color: var(--ink-2); cursor: not-allowed; }
:is(button, input, pre, summary):focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
@media (max-width: 30rem) { section { inset: 1rem 1rem auto; width: auto; } }
`
