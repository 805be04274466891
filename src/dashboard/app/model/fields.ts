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
  | 'estimate';
