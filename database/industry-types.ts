// Merchant category codes of ISO 18245 by number, with plain names of our own. Codes that belong to one airline, hotel or
// car rental company each (3000 to 3999) are left out: those merchants are found under 4511, 7011 and 7512.
const named = `
0742 Veterinary services
0763 Agricultural co-operatives
0780 Landscaping and horticultural services
1520 General contractors
1711 Heating, plumbing and air conditioning contractors
1731 Electrical contractors
1740 Masonry, stonework and plastering contractors
1750 Carpentry contractors
1761 Roofing and sheet metal contractors
1771 Concrete work contractors
1799 Special trade contractors
2741 Publishing and printing
2791 Typesetting and plate making
2842 Specialty cleaning preparations
4011 Railway freight
4111 Local commuter transport
4112 Passenger railways
4119 Ambulance services
4121 Taxis and limousines
4131 Bus lines
4214 Freight carriers and moving companies
4215 Courier services
4225 Storage and warehousing
4411 Cruise lines
4457 Boat rental and leasing
4468 Marinas
4511 Airlines
4582 Airports and terminals
4722 Travel agencies and tour operators
4784 Tolls and bridge fees
4789 Transport services
4812 Telephone equipment sales
4814 Telecommunication services
4816 Computer network and information services
4821 Telegraph services
4829 Money transfer
4899 Cable, satellite and other pay television and radio
4900 Utilities: electricity, gas, water, sanitation
5013 Motor vehicle supplies, wholesale
5021 Office and commercial furniture, wholesale
5039 Construction materials, wholesale
5044 Photographic and copying equipment, wholesale
5045 Computers and software, wholesale
5046 Commercial equipment, wholesale
5047 Medical and dental equipment, wholesale
5051 Metal service centres
5065 Electrical parts, wholesale
5072 Hardware, wholesale
5074 Plumbing and heating supplies, wholesale
5085 Industrial supplies, wholesale
5094 Precious stones, metals and jewellery, wholesale
5099 Durable goods, wholesale
5111 Stationery and office supplies, wholesale
5122 Drugs and druggist sundries, wholesale
5131 Fabrics and dry goods, wholesale
5137 Uniforms and commercial clothing
5139 Commercial footwear
5169 Chemicals and allied products, wholesale
5172 Petroleum products, wholesale
5192 Books and newspapers, wholesale
5193 Florist supplies and nursery stock, wholesale
5198 Paints and varnishes, wholesale
5199 Nondurable goods, wholesale
5200 Home supply warehouses
5211 Lumber and building materials
5231 Glass, paint and wallpaper
5251 Hardware shops
5261 Garden supply and nurseries
5271 Mobile home dealers
5300 Wholesale clubs
5309 Duty-free shops
5310 Discount stores
5311 Department stores
5331 Variety stores
5399 General merchandise
5411 Grocery stores and supermarkets
5422 Meat provisioners
5441 Confectionery shops
5451 Dairy shops
5462 Bakeries
5499 Convenience and specialty food
5511 New and used car dealers
5521 Used car dealers
5531 Auto and home supply shops
5532 Tyre shops
5533 Car parts and accessories
5541 Service stations
5542 Automated fuel dispensers
5551 Boat dealers
5561 Camper and trailer dealers
5571 Motorcycle dealers
5592 Motor home dealers
5598 Snowmobile dealers
5599 Other vehicle dealers
5611 Men’s and boys’ clothing
5621 Women’s ready-to-wear
5631 Women’s accessories
5641 Children’s and infants’ wear
5651 Family clothing
5655 Sports and riding apparel
5661 Shoe shops
5681 Furriers
5691 Men’s and women’s clothing
5697 Tailors and alterations
5698 Wig and toupee shops
5699 Other clothing and accessories
5712 Furniture and home furnishings
5713 Floor coverings
5714 Drapery and upholstery
5718 Fireplaces and accessories
5719 Other home furnishings
5722 Household appliances
5732 Electronics shops
5733 Music shops and instruments
5734 Computer software shops
5735 Record shops
5811 Caterers
5812 Restaurants
5813 Bars, taverns and nightclubs
5814 Fast food
5815 Digital goods: books, films, music
5816 Digital goods: games
5817 Digital goods: applications
5818 Digital goods: large merchants
5912 Pharmacies
5921 Wine, beer and spirits
5931 Second-hand shops
5932 Antique shops
5933 Pawn shops
5935 Wrecking and salvage yards
5937 Antique reproductions
5940 Bicycle shops
5941 Sporting goods
5942 Bookshops
5943 Stationery and office supplies
5944 Jewellery, watches and silverware
5945 Hobby, toy and game shops
5946 Camera and photographic supplies
5947 Gift, card and souvenir shops
5948 Luggage and leather goods
5949 Sewing and fabric shops
5950 Glassware and crystal
5960 Direct marketing: insurance
5962 Direct marketing: travel
5963 Door-to-door sales
5964 Direct marketing: catalogue
5965 Direct marketing: catalogue and retail
5966 Direct marketing: outbound telemarketing
5967 Direct marketing: inbound telemarketing
5968 Direct marketing: subscription
5969 Direct marketing: other
5970 Artist supply and craft shops
5971 Art dealers and galleries
5972 Stamp and coin shops
5973 Religious goods
5975 Hearing aids
5976 Orthopaedic goods
5977 Cosmetics
5978 Typewriter shops
5983 Fuel dealers
5992 Florists
5993 Cigar shops
5994 News dealers
5995 Pet shops and supplies
5996 Swimming pools
5997 Electric razor shops
5998 Tent and awning shops
5999 Other specialty retail
6010 Financial institutions: manual cash
6011 Financial institutions: automated cash
6012 Financial institutions: merchandise and services
6051 Quasi-cash and stored value
6211 Securities brokers and dealers
6300 Insurance
6513 Real estate agents and rentals
6540 Stored value loading
7011 Hotels and lodging
7012 Timeshares
7032 Sporting and recreational camps
7033 Trailer parks and campgrounds
7210 Laundry and garment services
7211 Laundries
7216 Dry cleaners
7217 Carpet and upholstery cleaning
7221 Photographic studios
7230 Barbers and beauty salons
7251 Shoe repair and hat cleaning
7261 Funeral services
7273 Dating services
7276 Tax preparation
7277 Counselling services
7278 Buying and shopping services
7296 Clothing rental
7297 Massage parlours
7298 Health and beauty spas
7299 Other personal services
7311 Advertising services
7321 Credit reporting agencies
7333 Commercial photography and graphics
7338 Copying and blueprinting
7339 Secretarial support
7342 Pest control
7349 Cleaning and maintenance
7361 Employment agencies
7372 Computer programming and data processing
7375 Information retrieval services
7379 Computer maintenance and repair
7392 Management consulting and public relations
7393 Detective and security agencies
7394 Equipment and furniture rental
7395 Photo developing
7399 Other business services
7512 Car rental
7513 Truck and trailer rental
7519 Motor home rental
7523 Parking
7531 Car body repair
7534 Tyre retreading and repair
7535 Car painting
7538 Car service
7542 Car washes
7549 Towing
7622 Electronics repair
7623 Air conditioning and refrigeration repair
7629 Small appliance repair
7631 Watch and jewellery repair
7641 Furniture repair
7692 Welding
7699 Other repair
7800 Government-owned lotteries
7801 Government-licensed online casinos
7802 Government-licensed horse and dog racing
7829 Film production and distribution
7832 Cinemas
7841 Video rental
7911 Dance halls, studios and schools
7922 Theatre producers and ticket agencies
7929 Bands and entertainers
7932 Billiard and pool halls
7933 Bowling alleys
7941 Sports clubs and promoters
7991 Tourist attractions
7992 Public golf courses
7993 Video amusement game supplies
7994 Video game arcades
7995 Betting and casino gambling
7996 Amusement parks and circuses
7997 Membership and country clubs
7998 Aquariums and zoos
7999 Other recreation services
8011 Doctors
8021 Dentists and orthodontists
8031 Osteopaths
8041 Chiropractors
8042 Optometrists
8043 Opticians
8049 Podiatrists
8050 Nursing and personal care
8062 Hospitals
8071 Medical and dental laboratories
8099 Other medical services
8111 Legal services
8211 Elementary and secondary schools
8220 Colleges and universities
8241 Correspondence schools
8244 Business and secretarial schools
8249 Vocational schools
8299 Other schools and educational services
8351 Child care
8398 Charities
8641 Civic and social associations
8651 Political organisations
8661 Religious organisations
8675 Automobile associations
8699 Other membership organisations
8734 Testing laboratories
8911 Architects, engineers and surveyors
8931 Accounting and auditing
8999 Other professional services
9211 Court costs
9222 Fines
9223 Bail and bond payments
9311 Tax payments
9399 Other government services
9402 Postal services
9405 Purchases between government agencies
9950 Purchases within a company
`

export const industryTypes: readonly { readonly code: string; readonly name: string }[] = named
  .trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, 4), name: line.slice(5) }))
