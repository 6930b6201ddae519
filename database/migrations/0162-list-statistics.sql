-- What the new columns hold: without it a search is planned as if it found everything, until enough entries have changed.
analyze app.blacklist_entry, app.whitelist_entry, app.merchant_blacklist_entry, app.merchant_whitelist_entry;
