import { chooseTheme, useTheme } from "~/components/base/site/theme-store"
import { isTheme, type Theme, themes } from "~/effects/publishing/site/theme"

const names: Readonly<Record<Theme, string>> = { light: "Light", dark: "Dark", system: "System" }

/** Three buttons. Without JavaScript they post to the root, which sets the same cookie. */
export function ThemeChoice({ theme: stored }: { readonly theme: Theme }) {
  const theme = useTheme(stored)
  return (
    <form
      method="post"
      action="/"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent // React's type of the event lacks the button
        if (submitter instanceof HTMLButtonElement && isTheme(submitter.value)) chooseTheme(submitter.value)
      }}
    >
      <input type="hidden" name="intent" value="theme" />
      <fieldset className="theme-choice">
        <legend className="small muted">Theme</legend>
        <div className="row">
          {themes.map((choice) => (
            <button
              key={choice}
              className="button"
              data-size="s"
              type="submit"
              name="theme"
              value={choice}
              aria-pressed={choice === theme}
            >
              {names[choice]}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}
