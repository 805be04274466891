export type Fields = Readonly<Record<string, unknown>>;

export type Unit =
  | 'count'
  | 'share'
  | 'of_100'
  | 'rank'
  | 'words'
  | 'pixels'
  | 'position'
  | 'percent'
  | 'usd'
  | 'estimate'
  | 'positions'
  | 'points'
  | 'days'
  | 'searches_a_month'
  | 'clicks_a_month';
