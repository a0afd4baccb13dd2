// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Fixture} from "../support/Fixture.sol";

contract PriceOracleFuzzTest is Fixture {
    uint256[] internal since;
    uint256[] internal prices;

    /// @dev The exact average, from a full record of the spot prices, over any window the oracle may have
    /// taken.
    function testFuzz_price_isTheTrueAverageOfAWindowOf30To45Minutes(uint256 seed) public {
        _note();
        for (uint256 i = 0; i < 40; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            skip(seed % 7 minutes);
            if ((seed >> 32) % 2 == 0) {
                bool buy = (seed >> 40) % 2 == 0;
                uint256 amount = bound(seed >> 64, 1e18, 50_000e18);
                swap(buy ? address(usdt) : address(dr), buy ? address(dr) : address(usdt), amount);
                _note();
            }
            oracle.update();
        }
        skip((seed >> 128) % 5 minutes);
        (uint256 low, uint256 high) = (type(uint256).max, 0);
        for (uint256 window = 30 minutes; window <= 45 minutes; window += 1) {
            uint256 average = _averageOver(window);
            if (average < low) low = average;
            if (average > high) high = average;
        }
        uint256 price = oracle.price(address(dr));
        assertGe(price + 2, low);
        assertLe(price, high + 2);
    }

    function _note() private {
        since.push(block.timestamp);
        prices.push(oracle.spotPrice(address(dr)));
    }

    function _averageOver(uint256 window) private view returns (uint256) {
        uint256 end = block.timestamp;
        uint256 start = end - window;
        uint256 sum;
        for (uint256 i = prices.length; i > 0 && end > start; --i) {
            uint256 from = since[i - 1] > start && i > 1 ? since[i - 1] : start;
            if (from < end) {
                sum += prices[i - 1] * (end - from);
                end = from;
            }
        }
        return sum / window;
    }
}
