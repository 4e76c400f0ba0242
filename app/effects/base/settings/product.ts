/** The product's name, in one place. No imports: the first load of every page reads this file. */
export const APP_NAME = "Commonhold"
export const APP_VERSION = "1.0.0" // docs/product/access.md
export const TAGLINE = "Decide together. Fund together. Check everything."
