import { createContext, useContext } from "react"

const NonceContext = createContext("")
/** Hands this response's script nonce to the inline scripts of the root. Empty in the browser, where there are none. */
export const NonceProvider = NonceContext.Provider
export const useNonce = () => useContext(NonceContext)
