/** Forms of the error page (error-view.tsx). Plain forms, so that they work where nothing else does. */
import { SearchField } from "./search-field"

/** Search, for an address that does not exist. */
export function SearchElsewhere() {
  return (
    <search className="search-elsewhere">
      <form className="field" action="/resources">
        <SearchField id="search-for" label="Search guides and posts" />
      </form>
      <p className="small">
        Or search <a href="/explore">the communities</a>.
      </p>
    </search>
  )
}

/** Keys, choices and numbers are sent in hidden fields; texts are shown, so that they can be copied and corrected. */
const isText = (value: string) => /\s/.test(value.trim())

/** Only the field's name is known here. */
const wordsOf = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll(/[-_]/g, " ")}`

type SendAgainProps = { readonly sent: ReadonlyArray<readonly [name: string, value: string]>; readonly to: string }

/** The form again, with everything that was filled in. */
export function SendAgain({ sent, to }: SendAgainProps) {
  return (
    <form className="stack" method="post" action={to}>
      <p>
        {sent.some(([, value]) => isText(value))
          ? "Nothing you typed is lost. Send it again unchanged:"
          : "Send it again when the site responds:"}
      </p>
      {sent.map(([name, value]) =>
        isText(value) ? (
          <label key={`${name}=${value}`} className="field">
            <span>{wordsOf(name)}</span>
            <textarea className="input" name={name} defaultValue={value} rows={5} />
          </label>
        ) : (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        )
      )}
      <p>
        <button type="submit" className="button" data-kind="primary">
          Send again
        </button>
      </p>
    </form>
  )
}
