// Merchant category codes of ISO 18245 by number, with plain names of our own, in English and Turkish. Codes that belong to one airline, hotel or
// car rental company each (3000 to 3999) are left out: those merchants are found under 4511, 7011 and 7512.
const named = `
0742 Veterinary services | Veteriner hizmetleri
0763 Agricultural co-operatives | Tarım kooperatifleri
0780 Landscaping and horticultural services | Peyzaj ve bahçecilik hizmetleri
1520 General contractors | Genel müteahhitler
1711 Heating, plumbing and air conditioning contractors | Isıtma, sıhhi tesisat ve klima tesisatçıları
1731 Electrical contractors | Elektrik tesisatçıları
1740 Masonry, stonework and plastering contractors | Duvar, taş işçiliği ve sıva ustaları
1750 Carpentry contractors | Marangozluk ve doğrama işleri
1761 Roofing and sheet metal contractors | Çatı ve sac kaplama işleri
1771 Concrete work contractors | Beton işleri
1799 Special trade contractors | Diğer özel inşaat işleri
2741 Publishing and printing | Yayıncılık ve basım
2791 Typesetting and plate making | Dizgi ve kalıp hazırlama
2842 Specialty cleaning preparations | Özel temizlik ürünleri
4011 Railway freight | Demiryolu yük taşımacılığı
4111 Local commuter transport | Şehir içi toplu taşıma
4112 Passenger railways | Demiryolu yolcu taşımacılığı
4119 Ambulance services | Ambulans hizmetleri
4121 Taxis and limousines | Taksi ve limuzin
4131 Bus lines | Otobüs işletmeleri
4214 Freight carriers and moving companies | Yük taşıma ve nakliye
4215 Courier services | Kurye hizmetleri
4225 Storage and warehousing | Depolama
4411 Cruise lines | Gemi turları
4457 Boat rental and leasing | Tekne kiralama
4468 Marinas | Marinalar
4511 Airlines | Hava yolları
4582 Airports and terminals | Havalimanları ve terminaller
4722 Travel agencies and tour operators | Seyahat acenteleri ve tur operatörleri
4784 Tolls and bridge fees | Otoyol ve köprü geçişleri
4789 Transport services | Ulaştırma hizmetleri
4812 Telephone equipment sales | Telefon cihazı satışı
4814 Telecommunication services | Telekomünikasyon hizmetleri
4816 Computer network and information services | Bilgisayar ağı ve bilgi hizmetleri
4821 Telegraph services | Telgraf hizmetleri
4829 Money transfer | Para transferi
4899 Cable, satellite and other pay television and radio | Kablo, uydu ve diğer ücretli televizyon ve radyo
4900 Utilities: electricity, gas, water, sanitation | Kamu hizmetleri: elektrik, gaz, su, atık
5013 Motor vehicle supplies, wholesale | Motorlu taşıt parçaları, toptan
5021 Office and commercial furniture, wholesale | Ofis ve ticari mobilya, toptan
5039 Construction materials, wholesale | İnşaat malzemeleri, toptan
5044 Photographic and copying equipment, wholesale | Fotoğraf ve fotokopi ekipmanı, toptan
5045 Computers and software, wholesale | Bilgisayar ve yazılım, toptan
5046 Commercial equipment, wholesale | Ticari ekipman, toptan
5047 Medical and dental equipment, wholesale | Tıbbi ve dental ekipman, toptan
5051 Metal service centres | Metal servis merkezleri
5065 Electrical parts, wholesale | Elektrik parçaları, toptan
5072 Hardware, wholesale | Hırdavat, toptan
5074 Plumbing and heating supplies, wholesale | Sıhhi tesisat ve ısıtma malzemeleri, toptan
5085 Industrial supplies, wholesale | Sanayi malzemeleri, toptan
5094 Precious stones, metals and jewellery, wholesale | Değerli taş, metal ve mücevher, toptan
5099 Durable goods, wholesale | Dayanıklı mallar, toptan
5111 Stationery and office supplies, wholesale | Kırtasiye ve ofis malzemeleri, toptan
5122 Drugs and druggist sundries, wholesale | İlaç ve eczane ürünleri, toptan
5131 Fabrics and dry goods, wholesale | Kumaş ve tuhafiye, toptan
5137 Uniforms and commercial clothing | Üniforma ve iş giysileri
5139 Commercial footwear | Ticari ayakkabı
5169 Chemicals and allied products, wholesale | Kimyasallar ve benzeri ürünler, toptan
5172 Petroleum products, wholesale | Petrol ürünleri, toptan
5192 Books and newspapers, wholesale | Kitap ve gazete, toptan
5193 Florist supplies and nursery stock, wholesale | Çiçekçi malzemeleri ve fidan, toptan
5198 Paints and varnishes, wholesale | Boya ve vernik, toptan
5199 Nondurable goods, wholesale | Dayanıksız mallar, toptan
5200 Home supply warehouses | Yapı marketleri
5211 Lumber and building materials | Kereste ve yapı malzemeleri
5231 Glass, paint and wallpaper | Cam, boya ve duvar kâğıdı
5251 Hardware shops | Nalburlar
5261 Garden supply and nurseries | Bahçe malzemeleri ve fidanlıklar
5271 Mobile home dealers | Mobil ev satıcıları
5300 Wholesale clubs | Toptan satış kulüpleri
5309 Duty-free shops | Gümrüksüz mağazalar
5310 Discount stores | İndirim mağazaları
5311 Department stores | Büyük mağazalar
5331 Variety stores | Çeşit mağazaları
5399 General merchandise | Genel ürünler
5411 Grocery stores and supermarkets | Bakkal ve süpermarketler
5422 Meat provisioners | Kasaplar
5441 Confectionery shops | Şekerlemeciler
5451 Dairy shops | Süt ürünleri mağazaları
5462 Bakeries | Fırınlar
5499 Convenience and specialty food | Küçük market ve özel gıda
5511 New and used car dealers | Yeni ve ikinci el otomobil satıcıları
5521 Used car dealers | İkinci el otomobil satıcıları
5531 Auto and home supply shops | Oto ve ev malzemeleri mağazaları
5532 Tyre shops | Lastikçiler
5533 Car parts and accessories | Otomobil parça ve aksesuarları
5541 Service stations | Akaryakıt istasyonları
5542 Automated fuel dispensers | Otomatik akaryakıt pompaları
5551 Boat dealers | Tekne satıcıları
5561 Camper and trailer dealers | Karavan ve römork satıcıları
5571 Motorcycle dealers | Motosiklet satıcıları
5592 Motor home dealers | Motokaravan satıcıları
5598 Snowmobile dealers | Kar motosikleti satıcıları
5599 Other vehicle dealers | Diğer taşıt satıcıları
5611 Men’s and boys’ clothing | Erkek ve erkek çocuk giyim
5621 Women’s ready-to-wear | Kadın hazır giyim
5631 Women’s accessories | Kadın aksesuarları
5641 Children’s and infants’ wear | Çocuk ve bebek giyim
5651 Family clothing | Aile giyim
5655 Sports and riding apparel | Spor ve binicilik giyim
5661 Shoe shops | Ayakkabı mağazaları
5681 Furriers | Kürkçüler
5691 Men’s and women’s clothing | Erkek ve kadın giyim
5697 Tailors and alterations | Terzi ve tadilat
5698 Wig and toupee shops | Peruk mağazaları
5699 Other clothing and accessories | Diğer giyim ve aksesuar
5712 Furniture and home furnishings | Mobilya ve ev eşyası
5713 Floor coverings | Yer döşemeleri
5714 Drapery and upholstery | Perde ve döşemelik
5718 Fireplaces and accessories | Şömine ve aksesuarları
5719 Other home furnishings | Diğer ev eşyaları
5722 Household appliances | Ev aletleri
5732 Electronics shops | Elektronik mağazaları
5733 Music shops and instruments | Müzik mağazaları ve çalgılar
5734 Computer software shops | Bilgisayar yazılımı mağazaları
5735 Record shops | Plakçılar
5811 Caterers | Yemek hizmeti (catering)
5812 Restaurants | Restoranlar
5813 Bars, taverns and nightclubs | Bar, meyhane ve gece kulüpleri
5814 Fast food | Hızlı yemek
5815 Digital goods: books, films, music | Dijital ürünler: kitap, film, müzik
5816 Digital goods: games | Dijital ürünler: oyunlar
5817 Digital goods: applications | Dijital ürünler: uygulamalar
5818 Digital goods: large merchants | Dijital ürünler: büyük satıcılar
5912 Pharmacies | Eczaneler
5921 Wine, beer and spirits | Şarap, bira ve alkollü içkiler
5931 Second-hand shops | İkinci el mağazaları
5932 Antique shops | Antikacılar
5933 Pawn shops | Rehinciler
5935 Wrecking and salvage yards | Hurdacılar
5937 Antique reproductions | Antika reprodüksiyonları
5940 Bicycle shops | Bisiklet mağazaları
5941 Sporting goods | Spor malzemeleri
5942 Bookshops | Kitapçılar
5943 Stationery and office supplies | Kırtasiye ve ofis malzemeleri
5944 Jewellery, watches and silverware | Mücevher, saat ve gümüş
5945 Hobby, toy and game shops | Hobi, oyuncak ve oyun mağazaları
5946 Camera and photographic supplies | Fotoğraf makinesi ve malzemeleri
5947 Gift, card and souvenir shops | Hediyelik eşya mağazaları
5948 Luggage and leather goods | Bavul ve deri ürünleri
5949 Sewing and fabric shops | Dikiş ve kumaş mağazaları
5950 Glassware and crystal | Cam eşya ve kristal
5960 Direct marketing: insurance | Doğrudan pazarlama: sigorta
5962 Direct marketing: travel | Doğrudan pazarlama: seyahat
5963 Door-to-door sales | Kapıdan satış
5964 Direct marketing: catalogue | Doğrudan pazarlama: katalog
5965 Direct marketing: catalogue and retail | Doğrudan pazarlama: katalog ve perakende
5966 Direct marketing: outbound telemarketing | Doğrudan pazarlama: giden arama
5967 Direct marketing: inbound telemarketing | Doğrudan pazarlama: gelen arama
5968 Direct marketing: subscription | Doğrudan pazarlama: abonelik
5969 Direct marketing: other | Doğrudan pazarlama: diğer
5970 Artist supply and craft shops | Sanat malzemeleri ve el işi mağazaları
5971 Art dealers and galleries | Sanat galerileri
5972 Stamp and coin shops | Pul ve madeni para mağazaları
5973 Religious goods | Dini ürünler
5975 Hearing aids | İşitme cihazları
5976 Orthopaedic goods | Ortopedik ürünler
5977 Cosmetics | Kozmetik
5978 Typewriter shops | Daktilo mağazaları
5983 Fuel dealers | Yakıt satıcıları
5992 Florists | Çiçekçiler
5993 Cigar shops | Puro mağazaları
5994 News dealers | Gazete bayileri
5995 Pet shops and supplies | Evcil hayvan mağazaları
5996 Swimming pools | Yüzme havuzları
5997 Electric razor shops | Elektrikli tıraş makinesi mağazaları
5998 Tent and awning shops | Çadır ve tente mağazaları
5999 Other specialty retail | Diğer özel perakende
6010 Financial institutions: manual cash | Finans kuruluşları: gişeden nakit
6011 Financial institutions: automated cash | Finans kuruluşları: otomatik nakit
6012 Financial institutions: merchandise and services | Finans kuruluşları: ürün ve hizmetler
6051 Quasi-cash and stored value | Nakit benzeri ve ön ödemeli değer
6211 Securities brokers and dealers | Menkul kıymet aracı kuruluşları
6300 Insurance | Sigorta
6513 Real estate agents and rentals | Emlakçılar ve kiralama
6540 Stored value loading | Ön ödemeli değer yükleme
7011 Hotels and lodging | Oteller ve konaklama
7012 Timeshares | Devre mülkler
7032 Sporting and recreational camps | Spor ve dinlenme kampları
7033 Trailer parks and campgrounds | Karavan parkları ve kamp alanları
7210 Laundry and garment services | Çamaşır ve giysi hizmetleri
7211 Laundries | Çamaşırhaneler
7216 Dry cleaners | Kuru temizleme
7217 Carpet and upholstery cleaning | Halı ve döşeme temizliği
7221 Photographic studios | Fotoğraf stüdyoları
7230 Barbers and beauty salons | Berber ve güzellik salonları
7251 Shoe repair and hat cleaning | Ayakkabı tamiri ve şapka temizliği
7261 Funeral services | Cenaze hizmetleri
7273 Dating services | Tanışma hizmetleri
7276 Tax preparation | Vergi beyanı hazırlama
7277 Counselling services | Danışmanlık hizmetleri
7278 Buying and shopping services | Alışveriş hizmetleri
7296 Clothing rental | Giysi kiralama
7297 Massage parlours | Masaj salonları
7298 Health and beauty spas | Sağlık ve güzellik merkezleri
7299 Other personal services | Diğer kişisel hizmetler
7311 Advertising services | Reklamcılık hizmetleri
7321 Credit reporting agencies | Kredi bilgi kuruluşları
7333 Commercial photography and graphics | Ticari fotoğraf ve grafik
7338 Copying and blueprinting | Fotokopi ve ozalit
7339 Secretarial support | Sekreterlik hizmetleri
7342 Pest control | Haşere ilaçlama
7349 Cleaning and maintenance | Temizlik ve bakım
7361 Employment agencies | İş bulma kuruluşları
7372 Computer programming and data processing | Bilgisayar programlama ve veri işleme
7375 Information retrieval services | Bilgi erişim hizmetleri
7379 Computer maintenance and repair | Bilgisayar bakım ve onarımı
7392 Management consulting and public relations | Yönetim danışmanlığı ve halkla ilişkiler
7393 Detective and security agencies | Dedektiflik ve güvenlik
7394 Equipment and furniture rental | Ekipman ve mobilya kiralama
7395 Photo developing | Fotoğraf baskı
7399 Other business services | Diğer iş hizmetleri
7512 Car rental | Araç kiralama
7513 Truck and trailer rental | Kamyon ve römork kiralama
7519 Motor home rental | Motokaravan kiralama
7523 Parking | Otoparklar
7531 Car body repair | Kaporta onarımı
7534 Tyre retreading and repair | Lastik kaplama ve onarımı
7535 Car painting | Otomobil boyama
7538 Car service | Otomobil servisleri
7542 Car washes | Oto yıkama
7549 Towing | Çekici hizmetleri
7622 Electronics repair | Elektronik onarımı
7623 Air conditioning and refrigeration repair | Klima ve soğutma onarımı
7629 Small appliance repair | Küçük ev aletleri onarımı
7631 Watch and jewellery repair | Saat ve mücevher onarımı
7641 Furniture repair | Mobilya onarımı
7692 Welding | Kaynak işleri
7699 Other repair | Diğer onarım
7800 Government-owned lotteries | Devlet piyangoları
7801 Government-licensed online casinos | Devlet lisanslı çevrim içi kumarhaneler
7802 Government-licensed horse and dog racing | Devlet lisanslı at ve köpek yarışları
7829 Film production and distribution | Film yapım ve dağıtımı
7832 Cinemas | Sinemalar
7841 Video rental | Video kiralama
7911 Dance halls, studios and schools | Dans salonları, stüdyoları ve okulları
7922 Theatre producers and ticket agencies | Tiyatro yapımcıları ve bilet satışı
7929 Bands and entertainers | Müzik grupları ve gösteri sanatçıları
7932 Billiard and pool halls | Bilardo salonları
7933 Bowling alleys | Bowling salonları
7941 Sports clubs and promoters | Spor kulüpleri ve organizatörleri
7991 Tourist attractions | Turistik yerler
7992 Public golf courses | Halka açık golf sahaları
7993 Video amusement game supplies | Video oyun makinesi satışı
7994 Video game arcades | Oyun salonları
7995 Betting and casino gambling | Bahis ve şans oyunları
7996 Amusement parks and circuses | Eğlence parkları
7997 Membership and country clubs | Üyelik ve spor kulüpleri
7998 Aquariums and zoos | Akvaryum ve hayvanat bahçeleri
7999 Other recreation services | Diğer eğlence hizmetleri
8011 Doctors | Doktorlar
8021 Dentists and orthodontists | Diş hekimleri ve ortodontistler
8031 Osteopaths | Osteopatlar
8041 Chiropractors | Kiropraktörler
8042 Optometrists | Optometristler
8043 Opticians | Gözlükçüler
8049 Podiatrists | Ayak sağlığı uzmanları
8050 Nursing and personal care | Hemşirelik ve kişisel bakım
8062 Hospitals | Hastaneler
8071 Medical and dental laboratories | Tıp ve diş laboratuvarları
8099 Other medical services | Diğer sağlık hizmetleri
8111 Legal services | Hukuk hizmetleri
8211 Elementary and secondary schools | İlk ve ortaöğretim okulları
8220 Colleges and universities | Yüksekokul ve üniversiteler
8241 Correspondence schools | Uzaktan eğitim kurumları
8244 Business and secretarial schools | Ticaret ve sekreterlik okulları
8249 Vocational schools | Meslek okulları
8299 Other schools and educational services | Diğer okullar ve eğitim hizmetleri
8351 Child care | Çocuk bakımı
8398 Charities | Hayır kuruluşları
8641 Civic and social associations | Dernekler
8651 Political organisations | Siyasi kuruluşlar
8661 Religious organisations | Dini kuruluşlar
8675 Automobile associations | Otomobil kulüpleri
8699 Other membership organisations | Diğer üyelik kuruluşları
8734 Testing laboratories | Test laboratuvarları
8911 Architects, engineers and surveyors | Mimarlar, mühendisler ve haritacılar
8931 Accounting and auditing | Muhasebe ve denetim
8999 Other professional services | Diğer mesleki hizmetler
9211 Court costs | Mahkeme masrafları
9222 Fines | Para cezaları
9223 Bail and bond payments | Kefalet ödemeleri
9311 Tax payments | Vergi ödemeleri
9399 Other government services | Diğer kamu hizmetleri
9402 Postal services | Posta hizmetleri
9405 Purchases between government agencies | Kamu kurumları arası alımlar
9950 Purchases within a company | Şirket içi alımlar
`

interface IndustryType {
  readonly code: string
  readonly name: string
  readonly name_tr: string
}

export const industryTypes: readonly IndustryType[] = named
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', name_tr = ''] = line.slice(5).split(' | ')
    return { code: line.slice(0, 4), name, name_tr }
  })
