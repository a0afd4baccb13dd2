// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {DR} from "../../src/DR.sol";
import {FixedSupplyToken} from "../../src/FixedSupplyToken.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {TreasuryVesting} from "../../src/TreasuryVesting.sol";
import {USDR} from "../../src/USDR.sol";
import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Fixture} from "../support/Fixture.sol";

interface IOwned {
    function owner() external view returns (address);
}

contract TokensTest is Fixture {
    function test_fixedSupply_isSplitAsPromised() public view {
        assertEq(dr.totalSupply(), 100_000_000e18);
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18);
        assertEq(dr.balanceOf(vesting), 10_000_000e18);
        assertEq(drgv.totalSupply(), 100_000_000e18);
        assertEq(drgv.balanceOf(vesting), 20_000_000e18);
        assertEq(dr.decimals(), 18);
        assertEq(drgv.symbol(), "DRGV");
    }

    function test_tokens_transferAndSpendWithinTheAllowance() public {
        IERC20Metadata[4] memory tokens = [IERC20Metadata(dr), drgv, usdt, new USDR(usdt)];
        for (uint256 index = 0; index < tokens.length; index++) {
            IERC20Metadata token = tokens[index];
            deal(address(token), address(this), 10e18);
            uint256 supply = token.totalSupply();
            assertTrue(token.transfer(alice, 6e18));
            assertEq(token.balanceOf(alice), 6e18);
            assertEq(token.balanceOf(address(this)), 4e18);
            vm.prank(alice);
            assertTrue(token.approve(bob, 5e18));
            assertEq(token.allowance(alice, bob), 5e18);
            vm.prank(bob);
            assertTrue(token.transferFrom(alice, bob, 2e18));
            assertEq(token.allowance(alice, bob), 3e18);
            assertEq(token.balanceOf(bob), 2e18);
            vm.expectRevert();
            vm.prank(bob);
            token.transferFrom(alice, bob, 3e18 + 1);
            assertEq(token.totalSupply(), supply);
            assertEq(token.decimals(), 18);
        }
    }

    function test_tokens_sayThatTheyHaveNoOwner() public {
        address[4] memory tokens = [address(dr), address(drgv), address(usdt), address(new USDR(usdt))];
        for (uint256 index = 0; index < tokens.length; index++) {
            assertEq(IOwned(tokens[index]).owner(), address(0));
        }
    }

    function test_fixedSupply_fallsWhenBurned() public {
        dr.burn(1e18);
        assertEq(dr.totalSupply(), 100_000_000e18 - 1e18);
    }

    function test_fixedSupply_revertsWhenTheAmountsDoNotAddUp() public {
        address[] memory holders = new address[](1);
        holders[0] = alice;
        uint256[] memory amounts = new uint256[](1);
        amounts[0] = 100_000_000e18 - 1;
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, amounts);
        amounts[0] = 100_000_000e18 + 1;
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, amounts);
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, new uint256[](2));
        amounts = new uint256[](2);
        amounts[0] = 100_000_000e18; // all of it, and an amount without a holder
        vm.expectRevert(FixedSupplyToken.InitialSupplyMismatch.selector);
        new DR(holders, amounts);
    }

    function test_testUsdt_claimServesEachAddressOncePerCooldown() public {
        vm.expectEmit(address(usdt));
        emit TestUSDT.Claimed(alice, 10_000e18);
        usdt.claim(alice, 10_000e18);
        assertEq(usdt.balanceOf(alice), 10_000e18);
        usdt.claim(bob, 1);
        uint256 next = block.timestamp + 1 hours;
        vm.expectRevert(abi.encodeWithSelector(TestUSDT.ClaimTooSoon.selector, next));
        usdt.claim(alice, 1);
        vm.warp(next);
        usdt.claim(alice, 1);
    }

    function test_testUsdt_claimRevertsAboveItsMaximum() public {
        vm.expectRevert(abi.encodeWithSelector(TestUSDT.ClaimTooLarge.selector, 10_000e18 + 1, 10_000e18));
        usdt.claim(alice, 10_000e18 + 1);
    }

    function test_testUsdt_refusesBnbSmartChain() public {
        vm.chainId(56);
        vm.expectRevert(TestUSDT.MainnetForbidden.selector);
        new TestUSDT(alice, 1);
    }

    /// @dev Names that wallets show, and that permits are signed for.
    function test_tokens_haveTheirNames() public view {
        string[2][4] memory names = [
            ["Digital Rights", "DR"],
            ["Digital Rights Gas Voucher", "DRGV"],
            ["Digital Rights USD", "USDR"],
            ["Test USDT", "USDT"]
        ];
        IERC20Metadata[4] memory tokens = [IERC20Metadata(dr), drgv, usdr, usdt];
        for (uint256 i = 0; i < 4; ++i) {
            assertEq(tokens[i].name(), names[i][0]);
            assertEq(tokens[i].symbol(), names[i][1]);
            if (i == 3) continue;
            (, string memory name, string memory version,, address verifier,,) =
                IERC5267(address(tokens[i])).eip712Domain();
            assertEq(name, names[i][0]);
            assertEq(version, "1");
            assertEq(verifier, address(tokens[i]));
        }
    }

    function test_testUsdt_givesItsHolderWhatIsNamed() public {
        TestUSDT other = new TestUSDT(alice, 7e18);
        assertEq(other.balanceOf(alice), 7e18);
        assertEq(other.totalSupply(), 7e18);
        assertEq(other.CLAIM_COOLDOWN(), 1 hours);
        other.claim(bob, 1e18);
        assertEq(other.nextClaimAt(bob), block.timestamp + 1 hours);
        vm.warp(block.timestamp + 1 hours - 1);
        vm.expectPartialRevert(TestUSDT.ClaimTooSoon.selector);
        other.claim(bob, 1e18);
    }

    /// @dev USDR has the decimals of what it wraps, whatever those are.
    function test_usdr_hasTheDecimalsOfItsToken() public {
        vm.mockCall(address(usdt), abi.encodeCall(usdt.decimals, ()), abi.encode(uint8(6)));
        assertEq(new USDR(usdt).decimals(), 6);
    }

    function test_usdr_wrapsAndUnwrapsOneToOne() public {
        USDR usdr = new USDR(usdt);
        usdt.approve(address(usdr), 100e18);
        usdr.depositFor(alice, 100e18);
        assertEq(usdr.balanceOf(alice), 100e18);
        assertEq(usdr.totalSupply(), usdt.balanceOf(address(usdr)));
        vm.prank(alice);
        usdr.withdrawTo(bob, 40e18);
        assertEq(usdt.balanceOf(bob), 40e18);
        assertEq(usdr.totalSupply(), 60e18);
        assertEq(usdr.decimals(), 18);
    }

    function test_treasuryVesting_releasesEvenlyOverFourYears() public {
        TreasuryVesting wallet = new TreasuryVesting(treasury);
        dr.transfer(address(wallet), 1_461e18);
        assertEq(wallet.releasable(address(dr)), 0);
        skip(1 days);
        wallet.release(address(dr));
        assertEq(dr.balanceOf(treasury), 1e18);
        skip(1461 days);
        wallet.release(address(dr));
        assertEq(dr.balanceOf(treasury), 1_461e18);
    }
}
