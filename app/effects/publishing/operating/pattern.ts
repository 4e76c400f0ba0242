/** A LIKE pattern for texts that contain this one, for `LIKE … ESCAPE '!'`. Pure. */
export const containing = (text: string): string => `%${text.replace(/[!%_]/g, "!$&")}%`
