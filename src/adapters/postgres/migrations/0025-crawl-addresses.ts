/** Addresses that a crawl tests one by one instead of following links, and where each of them led. */
export const crawlAddresses = {
  version: 25,
  name: 'crawl addresses',
  sql: `
    create table crawl_addresses (
      crawl int not null references crawls on delete cascade,
      -- In the order in which they were sent.
      place int not null,
      url text not null,
      -- Where it should lead; null where nobody said.
      wanted text,
      -- Null until it was tested.
      result text,
      -- JSON: each address that was asked, with its status.
      steps text not null default '[]',
      note text,
      primary key (crawl, place)
    );
    create index crawl_addresses_result on crawl_addresses (crawl, result, place);
  `,
} as const;
