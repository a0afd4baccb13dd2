// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Test} from "forge-std/Test.sol";

import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {PoolDepth} from "../../src/libraries/PoolDepth.sol";

contract PoolDepthFuzzTest is Test {
    /// @dev At any price a pair's average can be, and any reserves: never more than the rule says.
    function testFuzz_poolDepth_isTheRootOfProductAndPrice(uint256 x, uint256 y, uint256 price) public {
        x = bound(x, 1e18, type(uint112).max);
        y = bound(y, 1e18, type(uint112).max);
        price = bound(price, 1e6, 2 ** 84 * 1e18);
        IUniswapV2Pair pair = IUniswapV2Pair(makeAddr("pair"));
        uint32 at = uint32(block.timestamp);
        vm.mockCall(address(pair), abi.encodeCall(pair.getReserves, ()), abi.encode(uint112(x), uint112(y), at));
        (uint256 usdtHeld, uint256 held, bool isSettled) = PoolDepth.at(pair, price, true);
        assertFalse(isSettled);
        assertEq(held, x);
        uint256 root = Math.sqrt(x * y); // in full precision: 1e18 times the depth over it is the price's root
        assertLe(usdtHeld, Math.mulDiv(root, Math.sqrt(price * 1e18) + 1, 1e18));
        assertApproxEqRel(
            Math.mulDiv(usdtHeld, 1e18, root) ** 2 / 1e18, price, price < 1e12 ? 1e16 : 1e9 + 1e36 / usdtHeld
        );
        vm.mockCall(address(pair), abi.encodeCall(pair.getReserves, ()), abi.encode(uint112(x), uint112(y), at - 1));
        (, held, isSettled) = PoolDepth.at(pair, price, false);
        assertEq(held, y);
        assertTrue(isSettled);
    }
}
