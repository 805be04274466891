/**
 * An amount of money: with a sign, a code or the word for it, and no millions, which nobody pays at a checkout.
 * Digits are bounded, so that rows of them are read in linear time.
 */
export const AMOUNT =
  /(?:(?<!\p{Sc})[$€£¥₹]|US\$|CHF|EUR|USD|GBP)\s?\d[\d.,'’]{0,12}(?![\d.,'’]*\s?(?:k|m|bn|mio|mrd|million|billion|milliard|millones|millionen)(?!\p{L}))|(?<![\d.,])\d[\d.,'’\u202f\u00a0]{0,12}\s?(?:€|£|¥|円|usd|eur|gbp|chf|euros?|dollars?|d[oó]lares|pounds?|franken|francs?|pesos|soles|reais|kroner|kronor)(?!\p{L})/iu;
