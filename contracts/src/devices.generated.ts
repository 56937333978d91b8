// Made by `make generate` (scripts/generate-devices.mjs); not to be edited.

export const deviceList = [
  {
    "key": "blackberry_playbook",
    "name": "Blackberry PlayBook",
    "userAgent": "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML like Gecko) Version/7.2.1.0 Safari/536.2+",
    "viewport": {
      "width": 600,
      "height": 1024,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "blackberry_playbook_landscape",
    "name": "Blackberry PlayBook landscape",
    "userAgent": "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML like Gecko) Version/7.2.1.0 Safari/536.2+",
    "viewport": {
      "width": 1024,
      "height": 600,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "blackberry_z30",
    "name": "BlackBerry Z30",
    "userAgent": "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "blackberry_z30_landscape",
    "name": "BlackBerry Z30 landscape",
    "userAgent": "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_note_3",
    "name": "Galaxy Note 3",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.3; en-us; SM-N900T Build/JSS15J) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_note_3_landscape",
    "name": "Galaxy Note 3 landscape",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.3; en-us; SM-N900T Build/JSS15J) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_note_ii",
    "name": "Galaxy Note II",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.1; en-us; GT-N7100 Build/JRO03C) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_note_ii_landscape",
    "name": "Galaxy Note II landscape",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.1; en-us; GT-N7100 Build/JRO03C) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_s_iii",
    "name": "Galaxy S III",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.0; en-us; GT-I9300 Build/IMM76D) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_s_iii_landscape",
    "name": "Galaxy S III landscape",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.0; en-us; GT-I9300 Build/IMM76D) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_s5",
    "name": "Galaxy S5",
    "userAgent": "Mozilla/5.0 (Linux; Android 5.0; SM-G900P Build/LRX21T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_s5_landscape",
    "name": "Galaxy S5 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 5.0; SM-G900P Build/LRX21T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_s8",
    "name": "Galaxy S8",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.0; SM-G950U Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/62.0.3202.84 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 740,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_s8_landscape",
    "name": "Galaxy S8 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.0; SM-G950U Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/62.0.3202.84 Mobile Safari/537.36",
    "viewport": {
      "width": 740,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_s9",
    "name": "Galaxy S9+",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; SM-G965U Build/R16NW) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0.3239.111 Mobile Safari/537.36",
    "viewport": {
      "width": 320,
      "height": 658,
      "deviceScaleFactor": 4.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_s9_landscape",
    "name": "Galaxy S9+ landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; SM-G965U Build/R16NW) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0.3239.111 Mobile Safari/537.36",
    "viewport": {
      "width": 658,
      "height": 320,
      "deviceScaleFactor": 4.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_tab_s4",
    "name": "Galaxy Tab S4",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.1.0; SM-T837A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.80 Safari/537.36",
    "viewport": {
      "width": 712,
      "height": 1138,
      "deviceScaleFactor": 2.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_tab_s4_landscape",
    "name": "Galaxy Tab S4 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.1.0; SM-T837A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.80 Safari/537.36",
    "viewport": {
      "width": 1138,
      "height": 712,
      "deviceScaleFactor": 2.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad",
    "name": "iPad",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 768,
      "height": 1024,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_landscape",
    "name": "iPad landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 1024,
      "height": 768,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_gen_6",
    "name": "iPad (gen 6)",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 768,
      "height": 1024,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_gen_6_landscape",
    "name": "iPad (gen 6) landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 1024,
      "height": 768,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_gen_7",
    "name": "iPad (gen 7)",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 810,
      "height": 1080,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_gen_7_landscape",
    "name": "iPad (gen 7) landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 1080,
      "height": 810,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_mini",
    "name": "iPad Mini",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 768,
      "height": 1024,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_mini_landscape",
    "name": "iPad Mini landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 1024,
      "height": 768,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_pro",
    "name": "iPad Pro",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 1024,
      "height": 1366,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_pro_landscape",
    "name": "iPad Pro landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 11_0 like Mac OS X) AppleWebKit/604.1.34 (KHTML, like Gecko) Version/11.0 Mobile/15A5341f Safari/604.1",
    "viewport": {
      "width": 1366,
      "height": 1024,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_pro_11",
    "name": "iPad Pro 11",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 834,
      "height": 1194,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_pro_11_landscape",
    "name": "iPad Pro 11 landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 1194,
      "height": 834,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_4",
    "name": "iPhone 4",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 7_1_2 like Mac OS X) AppleWebKit/537.51.2 (KHTML, like Gecko) Version/7.0 Mobile/11D257 Safari/9537.53",
    "viewport": {
      "width": 320,
      "height": 480,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_4_landscape",
    "name": "iPhone 4 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 7_1_2 like Mac OS X) AppleWebKit/537.51.2 (KHTML, like Gecko) Version/7.0 Mobile/11D257 Safari/9537.53",
    "viewport": {
      "width": 480,
      "height": 320,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_5",
    "name": "iPhone 5",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1",
    "viewport": {
      "width": 320,
      "height": 568,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_5_landscape",
    "name": "iPhone 5 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1",
    "viewport": {
      "width": 568,
      "height": 320,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_6",
    "name": "iPhone 6",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 667,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_6_landscape",
    "name": "iPhone 6 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 667,
      "height": 375,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_6_plus",
    "name": "iPhone 6 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 736,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_6_plus_landscape",
    "name": "iPhone 6 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 736,
      "height": 414,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_7",
    "name": "iPhone 7",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 667,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_7_landscape",
    "name": "iPhone 7 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 667,
      "height": 375,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_7_plus",
    "name": "iPhone 7 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 736,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_7_plus_landscape",
    "name": "iPhone 7 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 736,
      "height": 414,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_8",
    "name": "iPhone 8",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 667,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_8_landscape",
    "name": "iPhone 8 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 667,
      "height": 375,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_8_plus",
    "name": "iPhone 8 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 736,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_8_plus_landscape",
    "name": "iPhone 8 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 736,
      "height": 414,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_se",
    "name": "iPhone SE",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1",
    "viewport": {
      "width": 320,
      "height": 568,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_se_landscape",
    "name": "iPhone SE landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1",
    "viewport": {
      "width": 568,
      "height": 320,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_se_3rd_gen",
    "name": "iPhone SE (3rd gen)",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/26.5 Mobile/19E241 Safari/602.1",
    "viewport": {
      "width": 375,
      "height": 667,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_se_3rd_gen_landscape",
    "name": "iPhone SE (3rd gen) landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/26.5 Mobile/19E241 Safari/602.1",
    "viewport": {
      "width": 667,
      "height": 375,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_x",
    "name": "iPhone X",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 812,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_x_landscape",
    "name": "iPhone X landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1",
    "viewport": {
      "width": 812,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_xr",
    "name": "iPhone XR",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.0 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 896,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_xr_landscape",
    "name": "iPhone XR landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.0 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 896,
      "height": 414,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_11",
    "name": "iPhone 11",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 828,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_11_landscape",
    "name": "iPhone 11 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 828,
      "height": 414,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_11_pro",
    "name": "iPhone 11 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 812,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_11_pro_landscape",
    "name": "iPhone 11 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 812,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_11_pro_max",
    "name": "iPhone 11 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 414,
      "height": 896,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_11_pro_max_landscape",
    "name": "iPhone 11 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 896,
      "height": 414,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_12",
    "name": "iPhone 12",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 844,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_12_landscape",
    "name": "iPhone 12 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 844,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_12_pro",
    "name": "iPhone 12 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 844,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_12_pro_landscape",
    "name": "iPhone 12 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 844,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_12_pro_max",
    "name": "iPhone 12 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 428,
      "height": 926,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_12_pro_max_landscape",
    "name": "iPhone 12 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 926,
      "height": 428,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_12_mini",
    "name": "iPhone 12 Mini",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 812,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_12_mini_landscape",
    "name": "iPhone 12 Mini landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 812,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_13",
    "name": "iPhone 13",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 844,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_13_landscape",
    "name": "iPhone 13 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 844,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_13_pro",
    "name": "iPhone 13 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 844,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_13_pro_landscape",
    "name": "iPhone 13 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 844,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_13_pro_max",
    "name": "iPhone 13 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 428,
      "height": 926,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_13_pro_max_landscape",
    "name": "iPhone 13 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 926,
      "height": 428,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_13_mini",
    "name": "iPhone 13 Mini",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 375,
      "height": 812,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_13_mini_landscape",
    "name": "iPhone 13 Mini landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 812,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_14",
    "name": "iPhone 14",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 663,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_14_landscape",
    "name": "iPhone 14 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 750,
      "height": 340,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_14_plus",
    "name": "iPhone 14 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 428,
      "height": 745,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_14_plus_landscape",
    "name": "iPhone 14 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 832,
      "height": 378,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_14_pro",
    "name": "iPhone 14 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 393,
      "height": 659,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_14_pro_landscape",
    "name": "iPhone 14 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 734,
      "height": 343,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_14_pro_max",
    "name": "iPhone 14 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 430,
      "height": 739,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_14_pro_max_landscape",
    "name": "iPhone 14 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 814,
      "height": 380,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_15",
    "name": "iPhone 15",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 393,
      "height": 659,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_15_landscape",
    "name": "iPhone 15 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 734,
      "height": 343,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_15_plus",
    "name": "iPhone 15 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 430,
      "height": 739,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_15_plus_landscape",
    "name": "iPhone 15 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 814,
      "height": 380,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_15_pro",
    "name": "iPhone 15 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 393,
      "height": 659,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_15_pro_landscape",
    "name": "iPhone 15 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 734,
      "height": 343,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_15_pro_max",
    "name": "iPhone 15 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 430,
      "height": 739,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_15_pro_max_landscape",
    "name": "iPhone 15 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 814,
      "height": 380,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_16",
    "name": "iPhone 16",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 393,
      "height": 659,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_16_landscape",
    "name": "iPhone 16 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 734,
      "height": 343,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_16_plus",
    "name": "iPhone 16 Plus",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 430,
      "height": 739,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_16_plus_landscape",
    "name": "iPhone 16 Plus landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 814,
      "height": 380,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_16_pro",
    "name": "iPhone 16 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 402,
      "height": 681,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_16_pro_landscape",
    "name": "iPhone 16 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 756,
      "height": 352,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_16_pro_max",
    "name": "iPhone 16 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 440,
      "height": 763,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_16_pro_max_landscape",
    "name": "iPhone 16 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 838,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_16e",
    "name": "iPhone 16e",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 651,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_16e_landscape",
    "name": "iPhone 16e landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 726,
      "height": 340,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_17",
    "name": "iPhone 17",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 402,
      "height": 681,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_17_landscape",
    "name": "iPhone 17 landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 756,
      "height": 352,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_air",
    "name": "iPhone Air",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 420,
      "height": 719,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_air_landscape",
    "name": "iPhone Air landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 794,
      "height": 370,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_17_pro",
    "name": "iPhone 17 Pro",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 402,
      "height": 681,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_17_pro_landscape",
    "name": "iPhone 17 Pro landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 756,
      "height": 352,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_17_pro_max",
    "name": "iPhone 17 Pro Max",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 440,
      "height": 763,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_17_pro_max_landscape",
    "name": "iPhone 17 Pro Max landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 838,
      "height": 390,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "iphone_17e",
    "name": "iPhone 17e",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 390,
      "height": 651,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "iphone_17e_landscape",
    "name": "iPhone 17e landscape",
    "userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 726,
      "height": 340,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "jiophone_2",
    "name": "JioPhone 2",
    "userAgent": "Mozilla/5.0 (Mobile; LYF/F300B/LYF-F300B-001-01-15-130718-i;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
    "viewport": {
      "width": 240,
      "height": 320,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "jiophone_2_landscape",
    "name": "JioPhone 2 landscape",
    "userAgent": "Mozilla/5.0 (Mobile; LYF/F300B/LYF-F300B-001-01-15-130718-i;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
    "viewport": {
      "width": 320,
      "height": 240,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "kindle_fire_hdx",
    "name": "Kindle Fire HDX",
    "userAgent": "Mozilla/5.0 (Linux; U; en-us; KFAPWI Build/JDQ39) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.13 Safari/535.19 Silk-Accelerated=true",
    "viewport": {
      "width": 800,
      "height": 1280,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "kindle_fire_hdx_landscape",
    "name": "Kindle Fire HDX landscape",
    "userAgent": "Mozilla/5.0 (Linux; U; en-us; KFAPWI Build/JDQ39) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.13 Safari/535.19 Silk-Accelerated=true",
    "viewport": {
      "width": 1280,
      "height": 800,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "lg_optimus_l70",
    "name": "LG Optimus L70",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; LGMS323 Build/KOT49I.MS32310c) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 384,
      "height": 640,
      "deviceScaleFactor": 1.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "lg_optimus_l70_landscape",
    "name": "LG Optimus L70 landscape",
    "userAgent": "Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; LGMS323 Build/KOT49I.MS32310c) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 384,
      "deviceScaleFactor": 1.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "microsoft_lumia_550",
    "name": "Microsoft Lumia 550",
    "userAgent": "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Microsoft; Lumia 550) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Mobile Safari/537.36 Edge/14.14263",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "microsoft_lumia_950",
    "name": "Microsoft Lumia 950",
    "userAgent": "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Mobile Safari/537.36 Edge/14.14263",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 4,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "microsoft_lumia_950_landscape",
    "name": "Microsoft Lumia 950 landscape",
    "userAgent": "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Mobile Safari/537.36 Edge/14.14263",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 4,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_10",
    "name": "Nexus 10",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 10 Build/MOB31T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36",
    "viewport": {
      "width": 800,
      "height": 1280,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_10_landscape",
    "name": "Nexus 10 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 10 Build/MOB31T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36",
    "viewport": {
      "width": 1280,
      "height": 800,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_4",
    "name": "Nexus 4",
    "userAgent": "Mozilla/5.0 (Linux; Android 4.4.2; Nexus 4 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 384,
      "height": 640,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_4_landscape",
    "name": "Nexus 4 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 4.4.2; Nexus 4 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 384,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_5",
    "name": "Nexus 5",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0; Nexus 5 Build/MRA58N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_5_landscape",
    "name": "Nexus 5 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0; Nexus 5 Build/MRA58N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_5x",
    "name": "Nexus 5X",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Nexus 5X Build/OPR4.170623.006) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 732,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_5x_landscape",
    "name": "Nexus 5X landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Nexus 5X Build/OPR4.170623.006) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 732,
      "height": 412,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_6",
    "name": "Nexus 6",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.1.1; Nexus 6 Build/N6F26U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 732,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_6_landscape",
    "name": "Nexus 6 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.1.1; Nexus 6 Build/N6F26U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 732,
      "height": 412,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_6p",
    "name": "Nexus 6P",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Nexus 6P Build/OPP3.170518.006) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 732,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_6p_landscape",
    "name": "Nexus 6P landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Nexus 6P Build/OPP3.170518.006) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 732,
      "height": 412,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nexus_7",
    "name": "Nexus 7",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 7 Build/MOB30X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36",
    "viewport": {
      "width": 600,
      "height": 960,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nexus_7_landscape",
    "name": "Nexus 7 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 7 Build/MOB30X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36",
    "viewport": {
      "width": 960,
      "height": 600,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nokia_lumia_520",
    "name": "Nokia Lumia 520",
    "userAgent": "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 520)",
    "viewport": {
      "width": 320,
      "height": 533,
      "deviceScaleFactor": 1.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nokia_lumia_520_landscape",
    "name": "Nokia Lumia 520 landscape",
    "userAgent": "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 520)",
    "viewport": {
      "width": 533,
      "height": 320,
      "deviceScaleFactor": 1.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "nokia_n9",
    "name": "Nokia N9",
    "userAgent": "Mozilla/5.0 (MeeGo; NokiaN9) AppleWebKit/534.13 (KHTML, like Gecko) NokiaBrowser/8.5.0 Mobile Safari/534.13",
    "viewport": {
      "width": 480,
      "height": 854,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "nokia_n9_landscape",
    "name": "Nokia N9 landscape",
    "userAgent": "Mozilla/5.0 (MeeGo; NokiaN9) AppleWebKit/534.13 (KHTML, like Gecko) NokiaBrowser/8.5.0 Mobile Safari/534.13",
    "viewport": {
      "width": 854,
      "height": 480,
      "deviceScaleFactor": 1,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_2",
    "name": "Pixel 2",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 411,
      "height": 731,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_2_landscape",
    "name": "Pixel 2 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 731,
      "height": 411,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_2_xl",
    "name": "Pixel 2 XL",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Pixel 2 XL Build/OPD1.170816.004) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 411,
      "height": 823,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_2_xl_landscape",
    "name": "Pixel 2 XL landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 8.0.0; Pixel 2 XL Build/OPD1.170816.004) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Mobile Safari/537.36",
    "viewport": {
      "width": 823,
      "height": 411,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_3",
    "name": "Pixel 3",
    "userAgent": "Mozilla/5.0 (Linux; Android 9; Pixel 3 Build/PQ1A.181105.017.A1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/66.0.3359.158 Mobile Safari/537.36",
    "viewport": {
      "width": 393,
      "height": 786,
      "deviceScaleFactor": 2.75,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_3_landscape",
    "name": "Pixel 3 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 9; Pixel 3 Build/PQ1A.181105.017.A1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/66.0.3359.158 Mobile Safari/537.36",
    "viewport": {
      "width": 786,
      "height": 393,
      "deviceScaleFactor": 2.75,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_4",
    "name": "Pixel 4",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; Pixel 4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36",
    "viewport": {
      "width": 353,
      "height": 745,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_4_landscape",
    "name": "Pixel 4 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; Pixel 4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36",
    "viewport": {
      "width": 745,
      "height": 353,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_4a_5g",
    "name": "Pixel 4a (5G)",
    "userAgent": "Mozilla/5.0 (Linux; Android 11; Pixel 4a (5G)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 353,
      "height": 745,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_4a_5g_landscape",
    "name": "Pixel 4a (5G) landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 11; Pixel 4a (5G)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 745,
      "height": 353,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_5",
    "name": "Pixel 5",
    "userAgent": "Mozilla/5.0 (Linux; Android 11; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 393,
      "height": 851,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_5_landscape",
    "name": "Pixel 5 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 11; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 851,
      "height": 393,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "moto_g4",
    "name": "Moto G4",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.0; Moto G (4)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 640,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "moto_g4_landscape",
    "name": "Moto G4 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 7.0; Moto G (4)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4812.0 Mobile Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_s24",
    "name": "Galaxy S24",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-S921U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 780,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_s24_landscape",
    "name": "Galaxy S24 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-S921U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 780,
      "height": 360,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_a55",
    "name": "Galaxy A55",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-A556B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 480,
      "height": 1040,
      "deviceScaleFactor": 2.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_a55_landscape",
    "name": "Galaxy A55 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-A556B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 1040,
      "height": 480,
      "deviceScaleFactor": 2.25,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_tab_s9",
    "name": "Galaxy Tab S9",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36",
    "viewport": {
      "width": 640,
      "height": 1024,
      "deviceScaleFactor": 2.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_tab_s9_landscape",
    "name": "Galaxy Tab S9 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36",
    "viewport": {
      "width": 1024,
      "height": 640,
      "deviceScaleFactor": 2.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_fold_6",
    "name": "Galaxy Z Fold 6",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F956U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 928,
      "height": 1004,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_fold_6_landscape",
    "name": "Galaxy Z Fold 6 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F956U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 1028,
      "height": 876,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_fold_6_cover",
    "name": "Galaxy Z Fold 6 Cover",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F956U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 484,
      "height": 1112,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_fold_6_cover_landscape",
    "name": "Galaxy Z Fold 6 Cover landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F956U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 1136,
      "height": 432,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_fold_7",
    "name": "Galaxy Z Fold 7",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F966U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 984,
      "height": 1016,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_fold_7_landscape",
    "name": "Galaxy Z Fold 7 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F966U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 1040,
      "height": 932,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_fold_7_cover",
    "name": "Galaxy Z Fold 7 Cover",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F966U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 764,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_fold_7_cover_landscape",
    "name": "Galaxy Z Fold 7 Cover landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F966U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 788,
      "height": 308,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_6",
    "name": "Galaxy Z Flip 6",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F741U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 804,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_flip_6_landscape",
    "name": "Galaxy Z Flip 6 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F741U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 828,
      "height": 308,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_6_cover",
    "name": "Galaxy Z Flip 6 Cover",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F741U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 298,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_6_cover_landscape",
    "name": "Galaxy Z Flip 6 Cover landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F741U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 322,
      "height": 308,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_7",
    "name": "Galaxy Z Flip 7",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F761U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 764,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "galaxy_z_flip_7_landscape",
    "name": "Galaxy Z Flip 7 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F761U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 788,
      "height": 308,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_7_cover",
    "name": "Galaxy Z Flip 7 Cover",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F761U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 474,
      "height": 448,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "galaxy_z_flip_7_cover_landscape",
    "name": "Galaxy Z Flip 7 Cover landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 10; SM-F761U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 472,
      "height": 422,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_gen_5",
    "name": "iPad (gen 5)",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 768,
      "height": 1024,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_gen_5_landscape",
    "name": "iPad (gen 5) landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/15E148 Safari/604.1",
    "viewport": {
      "width": 1024,
      "height": 768,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "ipad_gen_11",
    "name": "iPad (gen 11)",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/19E241 Safari/604.1",
    "viewport": {
      "width": 656,
      "height": 944,
      "deviceScaleFactor": 2.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "ipad_gen_11_landscape",
    "name": "iPad (gen 11) landscape",
    "userAgent": "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/19E241 Safari/604.1",
    "viewport": {
      "width": 944,
      "height": 656,
      "deviceScaleFactor": 2.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "microsoft_lumia_550_landscape",
    "name": "Microsoft Lumia 550 landscape",
    "userAgent": "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; Microsoft; Lumia 550) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36 Edge/14.14263",
    "viewport": {
      "width": 640,
      "height": 360,
      "deviceScaleFactor": 2,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_6",
    "name": "Pixel 6",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_6_landscape",
    "name": "Pixel 6 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_6_pro",
    "name": "Pixel 6 Pro",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 816,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_6_pro_landscape",
    "name": "Pixel 6 Pro landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 840,
      "height": 360,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_6a",
    "name": "Pixel 6a",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_6a_landscape",
    "name": "Pixel 6a landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 12; Pixel 6a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_7",
    "name": "Pixel 7",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_7_landscape",
    "name": "Pixel 7 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_7_pro",
    "name": "Pixel 7 Pro",
    "userAgent": "Mozilla/5.0 (Linux; Android 13; Pixel 7 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 816,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_7_pro_landscape",
    "name": "Pixel 7 Pro landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 13; Pixel 7 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 840,
      "height": 360,
      "deviceScaleFactor": 3.5,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_7a",
    "name": "Pixel 7a",
    "userAgent": "Mozilla/5.0 (Linux; Android 13; Pixel 7a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_7a_landscape",
    "name": "Pixel 7a landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 13; Pixel 7a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_8",
    "name": "Pixel 8",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_8_landscape",
    "name": "Pixel 8 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_8_pro",
    "name": "Pixel 8 Pro",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 448,
      "height": 921,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_8_pro_landscape",
    "name": "Pixel 8 Pro landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 945,
      "height": 396,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_8a",
    "name": "Pixel 8a",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 412,
      "height": 839,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_8a_landscape",
    "name": "Pixel 8a landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 863,
      "height": 360,
      "deviceScaleFactor": 2.625,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_9",
    "name": "Pixel 9",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 732,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_9_landscape",
    "name": "Pixel 9 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 756,
      "height": 308,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_9_pro",
    "name": "Pixel 9 Pro",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 427,
      "height": 876,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_9_pro_landscape",
    "name": "Pixel 9 Pro landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 900,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_9_pro_xl",
    "name": "Pixel 9 Pro XL",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9 Pro XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 448,
      "height": 921,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_9_pro_xl_landscape",
    "name": "Pixel 9 Pro XL landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 14; Pixel 9 Pro XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 945,
      "height": 396,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_10",
    "name": "Pixel 10",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 360,
      "height": 732,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_10_landscape",
    "name": "Pixel 10 landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 756,
      "height": 308,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_10_pro",
    "name": "Pixel 10 Pro",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 427,
      "height": 876,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_10_pro_landscape",
    "name": "Pixel 10 Pro landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 900,
      "height": 375,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "pixel_10_pro_xl",
    "name": "Pixel 10 Pro XL",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 448,
      "height": 921,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": false
    }
  },
  {
    "key": "pixel_10_pro_xl_landscape",
    "name": "Pixel 10 Pro XL landscape",
    "userAgent": "Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Mobile Safari/537.36",
    "viewport": {
      "width": 945,
      "height": 396,
      "deviceScaleFactor": 3,
      "isMobile": true,
      "hasTouch": true,
      "isLandscape": true
    }
  },
  {
    "key": "desktop_chrome_hidpi",
    "name": "Desktop Chrome HiDPI",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 2,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_edge_hidpi",
    "name": "Desktop Edge HiDPI",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36 Edg/159.0.8154.6",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 2,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_firefox_hidpi",
    "name": "Desktop Firefox HiDPI",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:159.0) Gecko/20100101 Firefox/159.0",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 2,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_safari",
    "name": "Desktop Safari",
    "userAgent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Safari/605.1.15",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 2,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_chrome",
    "name": "Desktop Chrome",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 1,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_edge",
    "name": "Desktop Edge",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/159.0.8154.6 Safari/537.36 Edg/159.0.8154.6",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 1,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  },
  {
    "key": "desktop_firefox",
    "name": "Desktop Firefox",
    "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:159.0) Gecko/20100101 Firefox/159.0",
    "viewport": {
      "width": 1280,
      "height": 720,
      "deviceScaleFactor": 1,
      "isMobile": false,
      "hasTouch": false,
      "isLandscape": false
    }
  }
];
