import { CopyButton } from "~/components/base/parts/copy-button"

const COMMAND = "npm start"

export function RunYourOwn() {
  return (
    <section className="wrap section" aria-labelledby="own">
      <div className="section__head">
        <h2 id="own">Run your own</h2>
      </div>
      <div className="section__body stack">
        <p>
          One command starts the whole site with a local ledger and a practice wallet. You need neither a node nor a
          phone.
        </p>
        <div className="code-line">
          <span className="muted" aria-hidden="true">
            $
          </span>
          <code>{COMMAND}</code>
          <CopyButton text={COMMAND} what="the command" />
        </div>
      </div>
    </section>
  )
}
