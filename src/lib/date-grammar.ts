/** Sources of regular expressions (flags `iu`) for dates with a month's name: several parsers read the same forms. */

/** What a day's number may carry: 1st, 2nd, 1er, 5º, 5. */
export const ORDINAL = String.raw`(?:st|nd|rd|th|er|º|ª|\.)?`

/** A month's name or abbreviation, captured. */
export const MONTH_NAME = String.raw`(\p{L}{3,12})\.?`

/** What stands between a day and the name of its month, after white space: 5 de marzo. */
export const OF_MONTH = `(?:of |de |d')?`

/** What stands between the name of a month and its year: 5 de marzo de 2024; March, 2024. */
export const OF_YEAR = String.raw`[\s,/-]{0,3}(?:de |del |of )?`

/** Year, month, day, captured: 2024 March 5; 2024. március 5. */
export const YEAR_MONTH_DAY = String.raw`(\d{4})[\s.,-]{1,3}${MONTH_NAME}[\s-]{1,3}(\d{1,2})(?!\d)`
