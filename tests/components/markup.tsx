import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server"

/** The HTML of an element that links or submits forms, as the server renders it at the address `/`. */
export const markupOf = (element: ReactNode): string => {
  const routes = [{ id: "page", path: "/", element }]
  const context = {
    basename: "/",
    location: { pathname: "/", search: "", hash: "", state: null, key: "default" },
    matches: [{ params: {}, pathname: "/", pathnameBase: "/", route: routes[0] }],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    activeDeferreds: null
  } as never
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
  )
}
