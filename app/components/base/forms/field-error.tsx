import { Icon } from "~/components/base/parts/icon"

/** The message below an invalid field. It appears while a person types, hence the live region. */
export function FieldError({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {message !== undefined && (
        <p className="field__error">
          <Icon name="alert" />
          {message}
        </p>
      )}
    </div>
  )
}
