// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {DR} from "../../../src/DR.sol";
import {PriceOracle} from "../../../src/PriceOracle.sol";
import {TestUSDT} from "../../../src/TestUSDT.sol";
import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {IUniswapV2Pair} from "../../../src/interfaces/IUniswapV2.sol";
import {Deployed} from "../../../src/libraries/Deployed.sol";
import {Fixture} from "../../support/Fixture.sol";
import {IRouter} from "../../support/Market.sol";

contract SixDecimals is ERC20("Six", "SIX") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

interface IMint {
    function mint(address to) external;
}

/// @notice The pairs that an oracle takes, with their tokens in either order.
contract PriceOraclePairsTest is Fixture {
    function test_constructor_revertsOnPairsOfOtherTokens() public {
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drgvPair)));
        newOracle(drgvPair, drgvPair, 0);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
        newOracle(drPair, drPair, 0);
    }

    /// @dev The pairs of DR and USDT, in either order, among all pairs of three tokens.
    function test_constructor_takesThePairOfItsTokensInEitherOrder() public {
        address[3] memory tokens = [address(dr), address(usdt), address(drgv)];
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = 0; j < 3; ++j) {
                vm.mockCall(address(drPair), abi.encodeCall(drPair.token0, ()), abi.encode(tokens[i]));
                vm.mockCall(address(drPair), abi.encodeCall(drPair.token1, ()), abi.encode(tokens[j]));
                bool isPair = (i == 0 && j == 1) || (i == 1 && j == 0);
                if (!isPair) {
                    vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
                }
                PriceOracle made = newOracle(drPair, drgvPair, 0);
                if (!isPair) continue;
                vm.mockCall(
                    address(drPair),
                    abi.encodeCall(drPair.getReserves, ()),
                    abi.encode(uint112(4), uint112(8), uint32(0))
                );
                assertEq(made.spotPrice(address(dr)), i == 0 ? 2e18 : 0.5e18);
            }
        }
    }

    function test_constructor_revertsOnOtherDecimalsOfEitherToken() public {
        address[2] memory tokens = [address(dr), address(usdt)];
        uint8[2] memory others = [17, 19];
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 j = 0; j < 2; ++j) {
                vm.mockCall(tokens[i], abi.encodeCall(usdt.decimals, ()), abi.encode(others[j]));
                vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
                newOracle(drPair, drgvPair, 0);
            }
            vm.clearMockedCalls();
        }
    }

    function test_constructor_revertsOnOtherDecimals() public {
        SixDecimals six = new SixDecimals();
        IUniswapV2Pair pair = IUniswapV2Pair(factory.createPair(address(six), address(usdt)));
        dr = DR(address(six));
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(pair)));
        newOracle(pair, drgvPair, 0);
    }

    function test_constructor_revertsOnARouterWithoutCode() public {
        address key = makeAddr("router");
        router = IRouter(key);
        vm.expectRevert(abi.encodeWithSelector(Deployed.NotAContract.selector, key));
        newOracle(drPair, drgvPair, 0);
    }

    function test_price_isTheSameWhicheverTokenComesFirst() public {
        // a USDT on the other side of DR in the order of addresses
        TestUSDT other = usdt;
        while ((address(other) < address(dr)) == (address(usdt) < address(dr))) {
            other = new TestUSDT(address(this), 10_000_000e18);
        }
        usdt = other;
        createPairs();
        dr.transfer(address(drPair), 1_000_000e18);
        other.transfer(address(drPair), 250_000e18);
        IMint(address(drPair)).mint(address(this));
        PriceOracle reversed = newOracle(drPair, drgvPair, 0);
        skip(30 minutes);
        assertEq(reversed.price(address(dr)), 0.25e18);
        reversed.update();
        skip(15 minutes);
        swap(address(other), address(dr), 100_000e18);
        uint256 afterwards = reversed.spotPrice(address(dr));
        assertGt(afterwards, 0.4e18);
        skip(15 minutes);
        assertApproxEqAbs(reversed.price(address(dr)), (0.25e18 + afterwards) / 2, 2);
    }

    function test_price_revertsForAnUnknownToken() public {
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.TokenNotSupported.selector, address(usdt)));
        oracle.price(address(usdt));
    }

    function test_getAmountsOut_isTheRouters() public view {
        address[] memory path = new address[](3);
        (path[0], path[1], path[2]) = (address(dr), address(usdt), address(drgv));
        assertEq(oracle.getAmountsOut(10e18, path), router.getAmountsOut(10e18, path));
    }
}
