import { useFetcher, useFetchers } from "@remix-run/react"
import { isTheme, type Theme, themes } from "~/effects/site/theme"

const names: Readonly<Record<Theme, string>> = { light: "Light", dark: "Dark", system: "System" }

/** Three buttons that post to the root: one press without JavaScript too. */
export function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action="/">
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
    </fetcher.Form>
  )
}

/** The theme to show now: the one just chosen, while it is on its way to the server. */
export function useTheme(stored: Theme): Theme {
  const chosen = useFetchers()
    .map((fetcher) => fetcher.formData)
    .find((form) => form?.get("intent") === "theme")
    ?.get("theme")
  return isTheme(chosen) ? chosen : stored
}
