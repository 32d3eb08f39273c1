/** Requirements of the pay-per-call utility API. */
export const utility = [
  {
    section: '1',
    rows: {
      'utility:1:post-json': 'every route is called with POST and a JSON body',
      'utility:1:base': 'routes hang off one base address',
    },
  },
  {
    section: '1',
    rows: {
      'utility:1:paid': 'every route is paid per call and answers 402 until it is paid',
      'utility:1:x402': 'payment follows x402 in USDC on eip155:8453',
    },
  },
  {
    section: '1',
    rows: { 'utility:1:twelve': 'twelve routes are announced' },
  },
  {
    section: '2.1',
    rows: {
      'utility:2.1:protocols': 'payment terms: protocols is an array that contains x402',
      'utility:2.1:price.mode': 'payment terms: price.mode is fixed',
      'utility:2.1:price.currency': 'payment terms: price.currency is USD',
      'utility:2.1:price.amount': 'payment terms: price.amount is the decimal string of the route',
      'utility:2.1:network': 'payment terms: network is eip155:8453',
      'utility:2.1:asset': 'payment terms: asset is USDC',
      'utility:2.1:payTo': 'payment terms: payTo is one EVM address, identical on every route',
    },
  },
  {
    section: '2.2 ExtractResult',
    rows: {
      'utility:2.2:ExtractResult.url': 'url: string, the page address',
      'utility:2.2:ExtractResult.title': 'title: string, the page title',
      'utility:2.2:ExtractResult.markdown': 'markdown: string, the main article as Markdown',
      'utility:2.2:ExtractResult.wordCount': 'wordCount: integer, words in the Markdown',
      'utility:2.2:ExtractResult.fetchedAt': 'fetchedAt: string, ISO 8601 UTC time of the fetch',
    },
  },
  {
    section: '2.2 MetadataResult',
    rows: {
      'utility:2.2:MetadataResult.url': 'url: string',
      'utility:2.2:MetadataResult.title': 'title: string',
      'utility:2.2:MetadataResult.description': 'description: string',
      'utility:2.2:MetadataResult.author': 'author: string, null when absent',
      'utility:2.2:MetadataResult.publishedAt': 'publishedAt: string, null when absent',
      'utility:2.2:MetadataResult.lang': 'lang: string, language code',
      'utility:2.2:MetadataResult.siteName': 'siteName: string',
      'utility:2.2:MetadataResult.image': 'image: string, address of the social-card image',
      'utility:2.2:MetadataResult.canonical': 'canonical: string, canonical address',
      'utility:2.2:MetadataResult.favicon': 'favicon: string, icon address',
      'utility:2.2:MetadataResult.readingTimeMinutes': 'readingTimeMinutes: integer estimate',
    },
  },
  {
    section: '2.2 PreviewCard',
    rows: {
      'utility:2.2:PreviewCard.url': 'url: string',
      'utility:2.2:PreviewCard.title': 'title: string',
      'utility:2.2:PreviewCard.description': 'description: string',
      'utility:2.2:PreviewCard.image': 'image: string',
      'utility:2.2:PreviewCard.siteName': 'siteName: string',
    },
  },
  {
    section: '2.2 FeedResult, FeedItem',
    rows: {
      'utility:2.2:FeedResult.feedType': 'feedType: string, rss for an RSS feed',
      'utility:2.2:FeedResult.title': 'title: string',
      'utility:2.2:FeedResult.itemCount': 'itemCount: integer, number of items',
      'utility:2.2:FeedResult.items': 'items: array of FeedItem',
      'utility:2.2:FeedItem.title': 'title: string',
      'utility:2.2:FeedItem.link': 'link: string',
      'utility:2.2:FeedItem.published': 'published: string, ISO 8601 timestamp',
      'utility:2.2:FeedItem.summary': 'summary: string',
      'utility:2.2:FeedItem.id': 'id: string',
    },
  },
  {
    section: '2.2 PdfResult',
    rows: {
      'utility:2.2:PdfResult.url': 'url: string',
      'utility:2.2:PdfResult.pages': 'pages: integer',
      'utility:2.2:PdfResult.wordCount': 'wordCount: integer',
      'utility:2.2:PdfResult.markdown': 'markdown: string, the extracted text',
    },
  },
  {
    section: '2.2 QrResult',
    rows: {
      'utility:2.2:QrResult.text': 'text: string, the encoded text',
      'utility:2.2:QrResult.format': 'format: string, png or svg',
      'utility:2.2:QrResult.dataUrl': 'dataUrl: string, a data: URI; base64 PNG for png',
    },
  },
  {
    section: '2.2 ConvertResult',
    rows: {
      'utility:2.2:ConvertResult.from': 'from: string',
      'utility:2.2:ConvertResult.to': 'to: string',
      'utility:2.2:ConvertResult.result': 'result: string, the converted content',
    },
  },
  {
    section: '2.2 PriceResult',
    rows: {
      'utility:2.2:PriceResult.symbol': 'symbol: string',
      'utility:2.2:PriceResult.vs': 'vs: string, quote currency',
      'utility:2.2:PriceResult.price': 'price: string, decimal number',
      'utility:2.2:PriceResult.source': 'source: string, name of the data provider',
    },
  },
  {
    section: '2.2 BalanceResult',
    rows: {
      'utility:2.2:BalanceResult.network': 'network: string, eip155:<chain_id>',
      'utility:2.2:BalanceResult.native': 'native: one object',
      'utility:2.2:BalanceResult.native.symbol': 'native.symbol: string',
      'utility:2.2:BalanceResult.native.decimals': 'native.decimals: integer',
      'utility:2.2:BalanceResult.native.formatted': 'native.formatted: string, decimal',
      'utility:2.2:BalanceResult.native.wei': 'native.wei: string, integer in the smallest unit',
      'utility:2.2:BalanceResult.tokens': 'tokens: array of objects',
      'utility:2.2:BalanceResult.tokens.address': 'tokens[].address: string',
      'utility:2.2:BalanceResult.tokens.symbol': 'tokens[].symbol: string',
      'utility:2.2:BalanceResult.tokens.decimals': 'tokens[].decimals: integer',
      'utility:2.2:BalanceResult.tokens.formatted': 'tokens[].formatted: string, decimal',
    },
  },
  {
    section: '3',
    rows: {
      'utility:3:unpaid': 'unpaid call: 402, challenge in header PAYMENT-REQUIRED',
      'utility:3:paid': 'call with accepted payment: 200 with the success payload',
    },
  },
  {
    section: '3',
    rows: {
      'utility:3:invalid': 'invalid or missing input in any state: 400, nothing else happens',
    },
  },
  {
    section: '4',
    rows: {
      'utility:4:1': 'method POST, path appended to the base, JSON object body required',
      'utility:4:2:200': 'success is 200 with a JSON object',
      'utility:4:2:400': '400 means invalid or missing input',
      'utility:4:3': 'url is an absolute http or https address in URI format, publicly reachable',
      'utility:4:3:private': 'url: private addresses are rejected',
      'utility:4:3:loopback': 'url: loopback addresses are rejected',
      'utility:4:3:metadata': 'url: cloud-metadata addresses are rejected',
    },
  },
  {
    section: '4',
    rows: {
      'utility:4:2:402': '402 means payment is required',
      'utility:4:4': 'the price is in USD, fixed, charged per call',
    },
  },
  {
    section: '4.1',
    rows: {
      'utility:4.1:path': 'POST /extract is operation extract',
      'utility:4.1:price': 'extract costs 0.002 USD',
      'utility:4.1:url': 'url: string in URI format, required',
      'utility:4.1:article':
        'isolates the main article; navigation, advertising, boilerplate stripped',
      'utility:4.1:response': 'answers ExtractResult with Markdown',
    },
  },
  {
    section: '4.2',
    rows: {
      'utility:4.2:path': 'POST /metadata is operation metadata',
      'utility:4.2:price': 'metadata costs 0.001 USD',
      'utility:4.2:url': 'url: string in URI format, required',
      'utility:4.2:response': 'answers MetadataResult, the structured metadata of the page',
    },
  },
  {
    section: '4.3',
    rows: {
      'utility:4.3:path': 'POST /unfurl is operation unfurl',
      'utility:4.3:price': 'unfurl costs 0.001 USD',
      'utility:4.3:url': 'url: string in URI format, required',
      'utility:4.3:response': 'answers PreviewCard, built from the social-card tags of the page',
    },
  },
  {
    section: '4.4',
    rows: {
      'utility:4.4:path': 'POST /rss-to-json is operation rss_to_json',
      'utility:4.4:price': 'rss_to_json costs 0.001 USD',
      'utility:4.4:url': 'url: string in URI format, required, address of the feed',
      'utility:4.4:rss': 'reads RSS 2.0',
      'utility:4.4:atom': 'reads Atom',
      'utility:4.4:response': 'answers FeedResult: title, link, date and summary per item',
    },
  },
  {
    section: '4.5',
    rows: {
      'utility:4.5:path': 'POST /pdf-to-markdown is operation pdf_to_markdown',
      'utility:4.5:price': 'pdf_to_markdown costs 0.003 USD',
      'utility:4.5:url': 'url: string in URI format, required, address of the PDF',
      'utility:4.5:scanned': 'only text-based PDFs; scanned or image-only ones are not OCRed',
      'utility:4.5:response': 'answers PdfResult: Markdown with page and word counts',
    },
  },
  {
    section: '4.6',
    rows: {
      'utility:4.6:path': 'POST /qr is operation qr',
      'utility:4.6:price': 'qr costs 0.001 USD',
      'utility:4.6:text': 'text: string, optional, text or address to encode',
      'utility:4.6:url': 'url: string, optional, alias of text',
      'utility:4.6:format': 'format: png or svg, optional',
      'utility:4.6:format:default': 'format defaults to png',
      'utility:4.6:response': 'answers QrResult; with png, dataUrl is a PNG data URI',
    },
  },
  {
    section: '4.7',
    rows: {
      'utility:4.7:path': 'POST /convert is operation convert',
      'utility:4.7:price': 'convert costs 0.001 USD',
      'utility:4.7:from': 'from: markdown, html, csv or json, required',
      'utility:4.7:to': 'to: markdown, html, csv or json, required',
      'utility:4.7:data': 'data: string, required, source content',
      'utility:4.7:markdown-html': 'converts Markdown to HTML',
      'utility:4.7:html-markdown': 'converts HTML to Markdown',
      'utility:4.7:csv-json': 'converts CSV to JSON',
      'utility:4.7:json-csv': 'converts JSON to CSV',
      'utility:4.7:response': 'answers ConvertResult',
    },
  },
  {
    section: '4.8',
    rows: {
      'utility:4.8:path': 'POST /token-price is operation token_price',
      'utility:4.8:price': 'token_price costs 0.002 USD',
      'utility:4.8:symbol': 'symbol: string, required, asset symbol',
      'utility:4.8:vs': 'vs: string, optional, quote currency',
      'utility:4.8:vs:default': 'vs defaults to USD',
      'utility:4.8:response': 'answers PriceResult, the current spot price',
    },
  },
  {
    section: '4.9',
    rows: {
      'utility:4.9:path': 'POST /wallet-balance is operation wallet_balance',
      'utility:4.9:price': 'wallet_balance costs 0.003 USD',
      'utility:4.9:address': 'address: EVM address starting with 0x, required',
      'utility:4.9:network': 'network: ethereum, base, arbitrum, optimism or polygon, optional',
      'utility:4.9:network:default': 'network defaults to ethereum',
      'utility:4.9:tokens': 'tokens: array of ERC-20 contract addresses, optional',
      'utility:4.9:response': 'answers BalanceResult: native and ERC-20 balances',
    },
  },
  {
    section: '4.10',
    rows: { 'utility:4.10:resolve-name': 'a route for on-chain name resolution' },
  },
  { section: '4.10', rows: { 'utility:4.10:gas': 'a route for gas' } },
  {
    section: '4.10',
    rows: { 'utility:4.10:token-info': 'a route for token info' },
  },
  {
    section: '5',
    rows: {
      'utility:5:1': 'no account credential, key or token; payment grants access',
      'utility:5:2': 'payment is x402, USDC, eip155:8453, one recipient, the price of the route',
      'utility:5:3': 'call without payment: 402 with the challenge in PAYMENT-REQUIRED',
    },
  },
  {
    section: '7',
    rows: {
      'utility:7:400': 'bad request: input invalid or missing',
      'utility:7:400:absent': 'url absent: 400',
      'utility:7:400:not-public': 'url not a public http(s) address: 400',
    },
  },
  {
    section: '7',
    rows: { 'utility:7:402': 'call without accepted payment: 402, challenge in PAYMENT-REQUIRED' },
  },
  {
    section: '8',
    rows: {
      'utility:8:price:0.001': 'metadata, unfurl, rss-to-json, qr, convert charge 0.001 USD',
      'utility:8:price:0.002': 'extract, token-price charge 0.002 USD',
      'utility:8:price:0.003': 'pdf-to-markdown, wallet-balance charge 0.003 USD',
    },
  },
  {
    section: '8',
    rows: {
      'utility:8:public':
        'input addresses must be public; private, loopback, metadata are rejected',
    },
  },
  {
    section: '8',
    rows: { 'utility:8:pdf': 'PDF input must be text-based; no OCR' },
  },
  {
    section: '8',
    rows: { 'utility:8:networks': 'wallet-balance takes the five listed networks only' },
  },
  {
    section: '9',
    rows: {
      'utility:9:version': 'the contract description carries version 1.0.0',
      'utility:9:openapi': 'the contract description is written in OpenAPI 3.1.0',
      'utility:9:paths': 'route paths carry no version segment',
    },
  },
] as const
